/**
 * Runs the commands of the runbook's rehearsal in bash, with the address and the data folder of a test service. Another test
 * checks the runbook's `--testNamePattern`.
 */

import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { root } from '../../client/esbuild.ts';
import { describeInCi } from '../support/programs.ts';
import { TestService } from '../support/test-service.ts';
import { newFolder } from '../support/run-folder.ts';

/**
 * Shell function that replaces `npm run operate -- …`. It adds the data folder of the test service, and adds `--yes` if the
 * command would ask for confirmation.
 */
const NPM = `npm() {
  shift 3
  case "$*" in
    check*|*--dry-run|*--find*) node --import tsx tools/operate.ts "$@" --folder "$FOLDER" ;;
    *) node --import tsx tools/operate.ts "$@" --folder "$FOLDER" --yes ;;
  esac
}`;

function blocksOf(heading: string): readonly string[] {
  const runbook = readFileSync(path.join(root, 'docs/runbook.md'), 'utf8');
  const section = runbook.split(/^## /mu).find((each) => each.startsWith(`${heading}\n`)) ?? '';
  return [...section.matchAll(/^```sh\n(.*?)^```/gmsu)].map(([, block = '']) => block);
}

test('the --testNamePattern in the runbook is part of a title in test/account/stage.ts', () => {
  const runbook = readFileSync(path.join(root, 'docs/runbook.md'), 'utf8');
  const [, pattern = ''] = /--testNamePattern '(.+)'/u.exec(runbook) ?? [];
  expect(readFileSync(path.join(root, 'test/account/stage.ts'), 'utf8')).toContain(pattern);
  expect(pattern).not.toBe('');
});

describeInCi("the runbook's rehearsal")('the rehearsal on one machine', () => {
  let service: TestService;
  const folder = newFolder('runbook');
  beforeAll(async () => {
    service = await TestService.start({ startups: 12 });
    await service.getAllKept();
    writeFileSync(path.join(folder, 'stage.json'), JSON.stringify(service.stage));
  });
  afterAll(async () => service.close());

  test('completes, and prints the results that the runbook promises, in the same order', async () => {
    const script = [NPM, ...blocksOf('Rehearse on one machine')]
      .join('\n')
      .replaceAll('http://127.0.0.1:8787', service.url);
    const env = { ...process.env, FOLDER: folder };

    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', `exec 2>&1\n${script}`], {
      cwd: root,
      env,
    });

    const said = stdout + stderr;
    const sources = [...said.matchAll(/^x-data-source: (\S+)/gimu)].map(([, source]) => source);
    expect(sources).toEqual(['database', 'database', 'last-good', 'database']);
    const inOrder = [
      /"command":"DELETE","rowCount":7/u,
      /5 of 12 records are left/u,
      /still publishes/u,
      /"command":"UPDATE","rowCount":1/u,
      /is no longer published by Local/u,
      /can log in/u,
    ].map((sentence) => said.search(sentence));
    expect(inOrder).not.toContain(-1);
    expect(inOrder).toEqual(inOrder.toSorted((a, b) => a - b));
  });
});
