/** The stand-in for CloudFront with a service and a store behind it that do as the test says, and a clock that is stopped. */

import { Edge, type EdgeRequest } from '../../../local/cloudfront/edge.ts';
import type { HttpAnswer } from '../../../local/gateway.ts';
import { ScriptedOrigin } from './scripted-origin.ts';

/** Short for a test, and long for an answer that comes. */
const TIMEOUT_MS = 500;

export class EdgeBetween {
  readonly edge: Edge;
  readonly service: ScriptedOrigin;
  readonly store: ScriptedOrigin;

  static async start(): Promise<EdgeBetween> {
    return new EdgeBetween(await ScriptedOrigin.start(), await ScriptedOrigin.start());
  }

  private constructor(service: ScriptedOrigin, store: ScriptedOrigin) {
    this.service = service;
    this.store = store;
    const site = { answer: async () => undefined };
    const origins = {
      service: service.url,
      store: `${store.url}/bucket`,
      site,
      timeoutMs: TIMEOUT_MS,
    };
    this.edge = new Edge(origins, () => 0);
  }

  async ask(path = '/v1/jobs', request: Partial<EdgeRequest> = {}): Promise<HttpAnswer> {
    return this.edge.answer({
      method: 'GET',
      path,
      acceptEncoding: '',
      ifNoneMatch: '',
      origin: '',
      hasBody: false,
      ...request,
    });
  }

  /** What the cache did for a request. */
  async result(path?: string, request?: Partial<EdgeRequest>): Promise<string> {
    const { status, headers } = await this.ask(path, request);
    return `${status} ${headers['x-cache']?.replace(' from cloudfront', '')}`;
  }

  close(): void {
    this.service.close();
    this.store.close();
  }
}
