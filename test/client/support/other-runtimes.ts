/** JavaScript runtimes besides Node, where they are: in a variable or on the path. */

import { existsSync } from 'node:fs';
import path from 'node:path';

export interface Runtime {
  readonly name: string;
  /** Absent where it is not installed. */
  readonly binary: string | undefined;
  /** Before the file to run. */
  readonly args: readonly string[];
  /** Says how to install it. */
  readonly missing: string;
}

/** They get no access to registries: the package is all there is. */
export const otherRuntimes: readonly Runtime[] = [
  runtime('deno', '@deno/linux-x64-glibc@2.9.6', 'deno', [
    'run',
    '--no-remote',
    '--node-modules-dir=manual',
    '--allow-net=127.0.0.1',
  ]),
  runtime('bun', '@oven/bun-linux-x64@1.4.5', 'bin/bun', ['--no-install']),
];

function runtime(name: string, pack: string, file: string, args: readonly string[]): Runtime {
  const variable = `${name.toUpperCase()}_BINARY`;
  const folder = pack.slice(0, pack.lastIndexOf('@'));
  return {
    name,
    binary: process.env[variable] ?? onPath(name),
    args,
    missing: `${name} is not installed: npm install --prefix $HOME/runtimes ${pack}, then set ${variable} to $HOME/runtimes/node_modules/${folder}/${file}`,
  };
}

function onPath(name: string): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}
