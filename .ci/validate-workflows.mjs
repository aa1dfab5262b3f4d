/** Checks the workflows with GitHub's language service. Prints one line per problem. The exit code is 1 if there is a problem. */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { validate } from '@actions/languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';

const folder = process.argv[2] ?? path.join(import.meta.dirname, '../.github/workflows');
const contentOf = (file) => readFileSync(path.join(folder, path.basename(file)), 'utf8');
const fileProvider = {
  getFileContent: (file) => Promise.resolve({ name: file.path, content: contentOf(file.path) }),
};

for (const file of readdirSync(folder)) {
  const document = TextDocument.create(`file:///${file}`, 'yaml', 0, contentOf(file));
  const found = await validate(document, { fileProvider });
  for (const { range, message } of found) {
    process.exitCode = 1;
    process.stdout.write(
      `${file}:${range.start.line + 1} ${typeof message === 'string' ? message : message.value}\n`,
    );
  }
}
