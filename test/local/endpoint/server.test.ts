import http from 'node:http';

import { listen, takePort } from '../../../local/endpoint/server.ts';
import { ask } from '../../support/http/ask.ts';

test('a port that was taken is nobody else’s until the server that it was taken for listens', async () => {
  const taken = await takePort(0);
  const port = (taken.address() as { port: number }).port;
  const url = `http://127.0.0.1:${port}/`;
  const server = http.createServer((_, response) => response.end('hello'));

  await expect(listen(http.createServer(), port)).rejects.toThrow(
    `Port ${port} of 127.0.0.1 cannot be used: another program uses it`,
  );
  await expect(ask(url)).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(await listen(server, taken)).toBe(port);
  await expect(listen(http.createServer(), port)).rejects.toThrow('another program uses it');
  expect((await ask(url)).body.toString()).toBe('hello');
  server.close();
  server.closeAllConnections();
  taken.close();
});
