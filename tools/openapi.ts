/** Keeps `docs/openapi.json` what the contract says, as long as that breaks no client. Run as `npm run openapi`. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { openApiDocument } from '../bundling/openapi.ts';
import { command } from '../cli/command.ts';
import { main } from '../cli/main.ts';
import type { Terminal } from '../cli/terminal.ts';
import { inventedFace } from '../contract/site-face.ts';
import { breakingChanges } from './openapi/breaking-changes.ts';

const help = `Writes the description of the interface to docs/openapi.json, as the contract has it
today. A change that would break a client is refused: within /v1 things are only added.

  npm run openapi [-- --check]

  --check    write nothing, and tell whether the file is up to date
  --help     print this and stop

Exit code: 0 the file is up to date or was written, 1 it is not or would break a
client, 2 wrong usage.
`;

export const openapi = command({
  name: 'openapi',
  help,
  options: { check: { type: 'boolean' } },
  dependencies: () => ({ file: path.join(import.meta.dirname, '../docs/openapi.json') }),
  run: async ({ options, terminal, dependencies: { file } }) =>
    Promise.resolve(keep(file, options.check, terminal)),
});

function keep(file: string, isCheck: boolean, terminal: Terminal): number {
  const name = path.relative('', file);
  const today = publishedDescription();
  const text = `${JSON.stringify(today, undefined, 2)}\n`;
  const released = existsSync(file) ? readFileSync(file, 'utf8') : undefined;

  if (text === released) {
    terminal.print(`${name} is up to date.`);
    return 0;
  }
  if (isCheck) {
    terminal.complain(
      `${name} is not what the contract says today: run npm run openapi and commit it.`,
    );
    return 1;
  }
  const breaking = released === undefined ? [] : breakingChanges(JSON.parse(released), today);
  if (breaking.length > 0) {
    terminal.complain(`Within /v1 things are only added; ${name} stays as it is:`);
    for (const sentence of breaking) terminal.complain(`  ${sentence}`);
    return 1;
  }
  writeFileSync(file, text);
  terminal.print(`Wrote ${name}.`);
  return 0;
}

/** The description that is committed, for those who have no deployed address yet. */
export function publishedDescription() {
  return openApiDocument(inventedFace, 'An example address: every deployment has its own.');
}

main(import.meta.url, openapi);
