import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

import { type BuiltClient, buildClient, CLIENT_LIMIT_BYTES } from '../../bundling/client.ts';

let folder: string;
let built: BuiltClient;
let code: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'client-size-'));
  built = await buildClient(folder);
  code = await readFile(built.file, 'utf8');
});

afterAll(async () => rm(folder, { recursive: true }));

describe('what a browser loads of the client', () => {
  it('weighs at most 3 KB', () => {
    expect(CLIENT_LIMIT_BYTES).toBe(3072);
    expect(built.gzipBytes).toBeLessThanOrEqual(CLIENT_LIMIT_BYTES);
  });

  it('is one module that loads nothing, and has nothing of Node', () => {
    expect(code).not.toMatch(/\b(?:import|require|process|Buffer|node:)\b/u);
  });

  it('gives directory and DirectoryError', () => {
    expect(/export\{([^}]*)\};?\s*$/u.exec(code)?.[1]?.match(/(?<= as )\w+/gu)).toStrictEqual([
      'DirectoryError',
      'directory',
    ]);
  });

  it('has its types beside it, in one file', async () => {
    const types = await readFile(path.join(folder, 'index.d.ts'), 'utf8');
    expect(types).toContain('export declare function directory(');
    expect(types).not.toMatch(/\b(?:import|from)\b.*'/u);
  });
});
