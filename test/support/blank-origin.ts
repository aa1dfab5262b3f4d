/** A site of somebody else: an empty page on an origin of its own. */

import { type Server, startServer } from '../../local/endpoint/server.ts';

export async function startBlankOrigin(): Promise<Server> {
  return startServer(async () => ({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: '<!doctype html><html lang="en"><title>Somebody else</title></html>',
  }));
}
