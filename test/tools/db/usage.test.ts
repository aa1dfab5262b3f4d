import { db } from '../../../tools/db/command.ts';
import { cluster, ownerSecret, readerSecret } from '../../support/database/data-api-client.ts';

const clusterOption = ['--cluster', cluster.clusterArn];
const target = [...clusterOption, '--secret', ownerSecret];

async function run(...args: readonly string[]) {
  const output: string[] = [];
  const complaint: string[] = [];
  const code = await db(args, {
    print: (text) => output.push(text),
    complain: (text) => complaint.push(text),
    inColour: false,
  });
  return { code, output: output.join('\n'), complaint: complaint.join('\n') };
}

test.each([['--help'], ['-h'], ['check', '--help'], ['apply', '--help']])(
  '%s %s tells what to type and what comes of it',
  async (...args) => {
    const { code, output, complaint } = await run(...args);

    expect([code, complaint]).toEqual([0, '']);
    for (const word of ['check', 'apply', '--cluster', '--secret', '--reader-secret', '--json']) {
      expect(output).toContain(word);
    }
    expect(output).toContain('Exit code');
  },
);

test.each([
  [[], 'Say what to do: check or apply.'],
  [['look', ...target], 'There is no command "look": say check or apply.'],
  [['check', 'apply', ...target], '"apply" is too much after check.'],
  [['check'], '--cluster is missing: give arn:aws:rds:<region>:<account>:cluster:<name>.'],
  [
    ['check', ...clusterOption],
    '--secret is missing: give arn:aws:secretsmanager:<region>:<account>:secret:<name>.',
  ],
  [
    ['apply', ...target],
    '--reader-secret is missing: give arn:aws:secretsmanager:<region>:<account>:secret:<name>.',
  ],
  [
    ['check', '--cluster', 'portal', '--secret', ownerSecret],
    '--cluster takes an ARN such as arn:aws:rds:<region>:<account>:cluster:<name>, not "portal".',
  ],
  [
    ['check', '--cluster', ownerSecret, '--secret', ownerSecret],
    `--cluster takes an ARN such as arn:aws:rds:<region>:<account>:cluster:<name>, not "${ownerSecret}".`,
  ],
  [
    ['check', '--cluster', 'arn:aws:rds:eu-west-1:1:db:portal', '--secret', ownerSecret],
    '--cluster takes an ARN such as arn:aws:rds:<region>:<account>:cluster:<name>, not "arn:aws:rds:eu-west-1:1:db:portal".',
  ],
  [
    ['check', '--cluster', 'arn:aws:rds::1:cluster:portal', '--secret', ownerSecret],
    '--cluster takes an ARN such as arn:aws:rds:<region>:<account>:cluster:<name>, not "arn:aws:rds::1:cluster:portal".',
  ],
  [['check', ...target, '--database', ''], '--database takes the name of a database.'],
  [['check', ...target, '--dry-run'], '--dry-run does not belong to check.'],
  [
    ['check', ...target, '--reader-secret', readerSecret],
    '--reader-secret does not belong to check.',
  ],
  [
    ['apply', ...target, '--reader-secret', readerSecret, '--json'],
    '--json does not belong to apply.',
  ],
  [['check', '--clustr', 'x'], `Unknown option '--clustr'.`],
])('%j is told in one sentence', async (args, sentence) => {
  const { code, output, complaint } = await run(...args);

  expect(complaint).toBe(`${sentence} See: npm run db -- --help`);
  expect([code, output]).toEqual([2, '']);
});
