import net from 'node:net';

const HOST = '127.0.0.1';

/**
 * Starts a server on 127.0.0.1 and resolves to its port. Port 0 takes any free one; a taken port rejects.
 *
 * @param port - or what `takePort` made, which hands its port over without giving it up.
 */
export async function listen(server: net.Server, port: number | net.Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const which = typeof port === 'number' ? port : portOf(port);
      reject(new Error(`Port ${which} of ${HOST} cannot be used: ${reasonOf(error)}`));
    });
    server.once('listening', () => {
      resolve(portOf(server));
    });
    if (typeof port === 'number') server.listen(port, HOST);
    else server.listen(port);
  });
}

/** Takes a port for a server that is made later. Until that one listens, every connection is reset. */
export async function takePort(port: number): Promise<net.Server> {
  const taken = net.createServer((socket) => {
    socket.resetAndDestroy();
  });
  await listen(taken, port);
  return taken;
}

function portOf(server: net.Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function reasonOf(error: Error): string {
  return 'code' in error && error.code === 'EADDRINUSE'
    ? 'another program uses it; choose one with --port'
    : error.message;
}
