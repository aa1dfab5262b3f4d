import type http from 'node:http';

/** Starts a server on 127.0.0.1 and resolves to its port. Port 0 takes any free one; a taken port rejects. */
export async function listen(server: http.Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      reject(new Error(`Port ${port} of 127.0.0.1 cannot be used: ${reasonOf(error)}`));
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function reasonOf(error: Error): string {
  return 'code' in error && error.code === 'EADDRINUSE'
    ? 'another program uses it; choose one with --port'
    : error.message;
}
