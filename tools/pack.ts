/** Packs the client package into a tarball. Run as `npm run client`. */

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { root } from '../client/esbuild.ts';
import { clientPackage } from '../client/pack.ts';
import { newProgram, runCommand } from '../local/command.ts';

const program = newProgram('npm run client')
  .description('Packs the client package into dist/client.tgz.')
  .action(async () => {
    const { tarball } = await clientPackage();
    await mkdir(path.join(root, 'dist'), { recursive: true });
    await writeFile(path.join(root, 'dist/client.tgz'), tarball);
    console.log('Packed dist/client.tgz.');
  });

void runCommand(program);
