/**
 * The CDK app with a different account for each stage. A test lets `cdk synth` run this file. The argument is the folder that
 * contains the code of the stages.
 */

import { DirectoryApp } from '../../lib/directory-app.ts';
import { stages } from '../../lib/stages.ts';

const accounts = Object.entries(stages).map(
  ([name, each], index) => [name, { ...each, account: String(index + 1).repeat(12) }] as const,
);
const folder = process.argv[2] ?? '';
new DirectoryApp(Object.fromEntries(accounts), { folder, release: '1.0.0' }).synth();
