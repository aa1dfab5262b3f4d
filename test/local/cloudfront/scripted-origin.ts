/** An origin behind the edge that answers as the test says, through a real socket. */

import http from 'node:http';

import { listen } from '../../../local/endpoint/server.ts';

export interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type Script = (
  request: http.IncomingMessage,
) => Promise<Scripted> | Scripted | 'cut' | 'reset';

export class ScriptedOrigin {
  /** How it answers, until it is replaced. `cut` ends the connection in the middle of an answer, `reset` before it. */
  script: Script = () => ({});
  /** What it was asked, in order. */
  readonly requests: http.IncomingMessage[] = [];
  readonly url: string;
  readonly #server: http.Server;

  static async start(): Promise<ScriptedOrigin> {
    const server = http.createServer();
    return new ScriptedOrigin(server, `http://127.0.0.1:${await listen(server, 0)}`);
  }

  private constructor(server: http.Server, url: string) {
    this.#server = server;
    this.url = url;
    server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
      this.requests.push(request);
      void this.#answer(request, response);
    });
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const scripted = await this.script(request);
    if (scripted === 'reset') {
      request.socket.resetAndDestroy();
    } else if (scripted === 'cut') {
      response.writeHead(200, { 'Content-Length': '100' }).write('half', () => response.destroy());
    } else {
      const { status = 200, headers = {}, body = 'a list' } = scripted;
      response.writeHead(status, headers).end(status === 304 ? undefined : body);
    }
  }
}
