/** What AWS and others say about the templates: every stage, and in CI the variants that an operator may make of one. */

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

import { stages } from '../../lib/stages.ts';
import { appOf, stageNamed } from './templates.ts';
import { fileOf } from '../support/run/programs.ts';

const production = stageNamed('Production');

const isAll = process.env['CI'] === 'true';
if (!isAll) process.stderr.write('Skipped: cfn-lint and three variants, which only CI checks\n');

const variants = {
  Existing: {
    ...production,
    database: {
      kind: 'existing',
      clusterIdentifier: 'portal',
      readerSecretArn: 'arn:aws:secretsmanager:eu-west-1:111111111111:secret:reader-AbCdEf',
      databaseName: 'portal',
    },
  },
  Domain: {
    ...production,
    domain: {
      name: 'directory.example.org',
      certificateArn: 'arn:aws:acm:us-east-1:111111111111:certificate/example',
    },
  },
  Firewall: {
    ...production,
    webAclArn: 'arn:aws:wafv2:us-east-1:111111111111:global/webacl/example/1',
  },
} as const;

const checked = { ...stages, ...(isAll ? variants : {}) };

describe('the templates of every stage and variant', () => {
  beforeAll(() => {
    process.env['CDK_VALIDATION'] = 'true'; // off elsewhere: it takes two seconds
  });

  const app = appOf(checked, { repository: 'owner/name', repositoryIds: '1/2' });

  it('break no rule of CloudFormation and of the AwsSolutions pack that is not acknowledged', () => {
    expect(() => app.synth({ force: true })).not.toThrow();
  });

  it('break no rule of cfn-lint', () => {
    if (!isAll) return;
    const { directory } = app.synth();
    const templates = readdirSync(directory, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.template.json'))
      .map((file) => path.join(directory, file));

    const { status, stdout } = spawnSync(fileOf('cfn-lint'), templates, { encoding: 'utf8' });

    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(templates).toHaveLength(3 * Object.keys(checked).length + 1);
  });

  it('acknowledge few findings of the pack, these', () => {
    const acknowledged = app.node
      .findAll()
      .flatMap(({ node }) => node.metadata)
      .filter(({ type }) => type === 'aws:cdk:acknowledged-rules')
      .flatMap(({ data }) => Object.keys(data as object))
      .flatMap((rule) => /AwsSolutions-(\w+)/u.exec(rule)?.[1] ?? []);

    expect([...new Set(acknowledged)].toSorted()).toEqual([
      'APIG4',
      'CFR1',
      'CFR2',
      'CFR3',
      'CFR4',
      'IAM5',
      'RDS10',
      'S1',
      'SMG4',
      'VPC7',
    ]);
  });
});
