/** Gives commands the arguments on its own command line, in JSON, and prints what each said. Imports all, starts none. */

import path from 'node:path';

import type { Command } from '../../cli/command.ts';
import { root } from '../../bundling/esbuild.ts';

/** The file of a command, and command lines for it. */
export type Trial = readonly [file: string, lines: readonly (readonly string[])[]];

export interface Said {
  readonly name: string;
  readonly options: readonly string[];
  readonly code: number;
  readonly output: string;
  readonly complaint: string;
}

const untouchable: unknown = new Proxy(
  {},
  {
    get() {
      throw new Error('something was touched');
    },
  },
);

async function say(file: string, args: readonly string[]): Promise<Said> {
  const module = (await import(path.join(root, file))) as Readonly<Record<string, unknown>>;
  const command = Object.values(module).find(
    (value) => typeof value === 'object' && value !== null && 'run' in value && 'name' in value,
  ) as Command<unknown>;
  const said = { output: '', complaint: '' };
  const terminal = {
    print: (text: string) => (said.output += text),
    complain: (text: string) => (said.complaint += text),
    inColour: false,
  };
  const code = await command.run(args, terminal, untouchable);
  return { name: command.name, options: command.options, code, ...said };
}

const all: Said[][] = [];
for (const [file, lines] of JSON.parse(process.argv[2] ?? '[]') as readonly Trial[]) {
  all.push(await Promise.all(lines.map(async (args) => say(file, args))));
}
process.stdout.write(JSON.stringify(all));
