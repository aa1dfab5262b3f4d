import { db, type DbDependencies } from '../../../tools/db.ts';
import { cluster, ownerSecret, readerSecret } from '../../support/database/data-api-client.ts';

const clusterOption = ['--cluster', cluster.clusterArn];
const target = [...clusterOption, '--secret', ownerSecret];

async function run(...args: readonly string[]) {
  const output: string[] = [];
  const complaint: string[] = [];
  const terminal = {
    print: (text: string) => output.push(text),
    complain: (text: string) => complaint.push(text),
    inColour: false,
  };
  const code = await db.run(args, terminal, {} as DbDependencies);
  return { code, output: output.join('\n'), complaint: complaint.join('\n') };
}

test.each([
  [['look', ...target], 'There is no command "look": use check or apply.'],
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
])('%j is told in one sentence', async (args, sentence) => {
  const { code, output, complaint } = await run(...args);

  expect(complaint).toBe(`${sentence} See: npm run db -- --help`);
  expect([code, output]).toEqual([2, '']);
});
