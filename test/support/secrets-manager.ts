/** Secrets Manager on 127.0.0.1, as far as `GetSecretValue` goes (AWS JSON 1.1): the unchanged SDK talks to it. */

import * as v from 'valibot';

import { startServer } from '../../local/endpoint/server.ts';

const MAX_BYTES = 10_000;

const Asked = v.pipe(v.string(), v.parseJson(), v.object({ SecretId: v.string() }));

export interface SecretsManager {
  readonly url: string;
  /** What it holds by ARN; a test may change it. */
  readonly secrets: Map<string, string>;
  close(): Promise<void>;
}

export async function secretsManager(): Promise<SecretsManager> {
  const secrets = new Map<string, string>();
  const server = await startServer(async (call) => {
    expect(call.request.headers['x-amz-target']).toBe('secretsmanager.GetSecretValue');
    const { SecretId } = v.parse(Asked, (await call.body(MAX_BYTES)).toString());
    const secret = secrets.get(SecretId);
    const headers = { 'content-type': 'application/x-amz-json-1.1' };
    return secret === undefined
      ? { status: 400, headers, body: JSON.stringify(notFound) }
      : { status: 200, headers, body: JSON.stringify({ ARN: SecretId, SecretString: secret }) };
  });
  return { url: server.url, secrets, close: async () => server.close() };
}

const notFound = {
  __type: 'ResourceNotFoundException',
  Message: "Secrets Manager can't find the specified secret.",
};
