/**
 * Compares the stages' templates with snapshots, and checks them with CloudFormation's rules, cfn-lint and cdk-nag. The files
 * in `templates/` contain further tests. This file imports them to save time: if each were a test file of its own, each would
 * load the CDK and synthesize the stages again.
 */

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

import { Duration, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { CloudAssembly, SynthesisMessageLevel } from 'aws-cdk-lib/cx-api';

import { inventedFace } from '../../contract/branding.ts';
import type { DirectoryApp } from '../../lib/directory-app.ts';
import { sitesOf, type StageSettings, stages } from '../../lib/stages.ts';
import { describeInCi, fileOf } from '../support/programs.ts';
import {
  app,
  appOf,
  maskedTemplate,
  production,
  stageNamed,
  StageTemplates,
  standInCode,
  staging,
  variants,
} from './templates.ts';
import './templates/data.ts';
import './templates/delivery.ts';
import './templates/deploys.ts';
import './templates/operator.ts';
import './templates/service.ts';
import './templates/watch.ts';

it.each([
  ['production', 'data', production.data],
  ['production', 'service', production.service],
  ['production', 'watch', production.watch],
  ['production', 'edgeWatch', production.edgeWatch],
  ['staging', 'data', staging.data],
  ['staging', 'service', staging.service],
  ['staging', 'watch', staging.watch],
  ['delivery', 'stack', Template.fromStack(app.node.findChild('Delivery') as Stack)],
])('the template matches its snapshot: %s %s', (_, _stack, template) => {
  expect(maskedTemplate(template)).toMatchSnapshot();
});

// Each alternative name is as long as the original name. The CDK shortens names that are too long, so a stage name of a
// different length could change where a name is cut off.
it.each([
  ['Another', staging],
  ['Differents', production],
] as const)('a stage has the same templates under the name %s', (otherName, stage) => {
  const other = appOf({ [otherName]: stageNamed(stage.name) });

  expect(textOf(new StageTemplates(other, otherName))).toBe(textOf(stage));
});

/** Returns a stage's templates as text, without the name of the stage and without hashes, which depend on the name. */
function textOf({ all, name }: StageTemplates): string {
  return JSON.stringify(all.map(maskedTemplate), undefined, 1)
    .replaceAll(name, '<stage>')
    .replaceAll(/(?:[0-9A-F]{8})+(?![0-9A-Za-z])/gu, '<hash>');
}

describe('the stages', () => {
  it('declare that only the data of staging is invented', () => {
    expect(sitesOf(stages)).toMatchObject({
      Staging: { face: inventedFace, isInvented: true },
      Production: { isInvented: false },
    });
    expect(sitesOf(variants)['Existing']).toMatchObject({ isInvented: false });
  });

  it('have no unused settings in production', () => {
    const settings = stageNamed('Production');
    const read = new Set<PropertyKey>();
    const Production = new Proxy(settings, {
      get(target, key): unknown {
        read.add(key);
        return Reflect.get(target, key);
      },
    });
    appOf({ Production });
    sitesOf({ Production });

    expect([...read]).toEqual(expect.arrayContaining(Object.keys(settings)));
  });
});

describe('the app', () => {
  const warningsOf = (stage: string, settings: StageSettings) =>
    appOf({ [stage]: settings })
      .synth()
      .getNestedAssembly(`assembly-${stage}`)
      .stacks.flatMap(({ messages }) => messages)
      .filter(({ level }) => level === SynthesisMessageLevel.WARNING)
      .map(({ entry }) => JSON.stringify(entry.data));

  it('rejects alarms in a stage that does not refresh its lists at least every 15 minutes', () => {
    const { refreshEvery: _, ...settings } = stageNamed('Production');
    const hourly = { ...settings, refreshEvery: Duration.hours(1) };
    const sentence =
      /^The stage Production has alarms, but .* at most 15 minutes, or set alarms to false$/u;

    for (const refused of [settings, hourly]) {
      expect(() => appOf({ Production: refused })).toThrow(sentence);
    }
    expect(() => appOf({ Production: { ...hourly, alarms: false } })).not.toThrow();
  });

  it('warns about placeholders and about alarms without a recipient', () => {
    const settings = stageNamed('Production');
    const named = {
      ...settings,
      alarmEmail: 'operator@incubator.test',
      site: {
        ...settings.site,
        contact: 'https://incubator.test/contact',
        terms: { name: 'Terms', url: 'https://incubator.test/terms' },
      },
    } as const;

    expect(warningsOf('Production', settings).join('\n')).toMatch(
      /set alarmEmail[^]*set site\.contact[^]*set site\.terms\.url/u,
    );
    expect(warningsOf('Production', named)).toEqual([]);
    expect(warningsOf('Staging', stageNamed('Staging'))).toEqual([]);
  });
});

const inCi = describeInCi('the checks of all templates, and the synthesis by the CDK CLI');

inCi('an app with an account for each stage', () => {
  test('is synthesized without credentials', () => {
    const { folder } = standInCode(Object.keys(stages));
    const output = path.join(folder, '../accounts');
    const appCommand = `node --import tsx test/lib/accounts-app.ts ${folder}`;
    const { stderr, status } = spawnSync(
      'npx',
      ['cdk', 'synth', '--quiet', '--app', appCommand, '--output', output, '**'],
      { env: { PATH: process.env['PATH'], HOME: folder }, encoding: 'utf8' },
    );

    expect([status, stderr]).toEqual([0, expect.not.stringContaining('credentials')]);
    const assembly = new CloudAssembly(output);
    const assemblies = [assembly, ...assembly.nestedAssemblies.map((each) => each.nestedAssembly)];
    expect(assemblies).toHaveLength(3);
    for (const { manifest } of assemblies) expect(manifest.missing ?? []).toEqual([]);
  });
});

inCi('the templates of the stages and of their variants', () => {
  let apps: readonly DirectoryApp[];
  beforeAll(() => {
    apps = [app, appOf(variants)];
  });

  it('follow the rules of CloudFormation', () => {
    process.env['CDK_VALIDATION'] = 'true'; // this validation is off in other tests, because it takes six seconds
    for (const each of apps) expect(() => each.synth({ force: true })).not.toThrow();
    process.env['CDK_VALIDATION'] = 'false';
  });

  it('follow the rules of cfn-lint', () => {
    const templates = apps.flatMap((each) => {
      const { directory } = each.synth();
      return readdirSync(directory, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.template.json'))
        .map((file) => path.join(directory, file));
    });

    // W3005 reports entries of `DependsOn` that are not necessary. The CDK adds such an entry for a role, although the property
    // `Role` already makes the resource depend on the role.
    const args = ['--ignore-checks', 'W3005', '--', ...templates];
    const { status, stdout } = spawnSync(fileOf('cfn-lint'), args, { encoding: 'utf8' });

    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(templates).toHaveLength(4 * Object.keys({ ...stages, ...variants }).length);
  });
});

test('all findings of the AwsSolutions rules in the stages are acknowledged', () => {
  expect(() => app.synth()).not.toThrow();
  const acknowledged = app.node
    .findAll()
    .flatMap(({ node }) => node.metadata)
    .filter(({ type }) => type === 'aws:cdk:acknowledged-rules')
    .flatMap(({ data }) => Object.keys(data as object))
    .flatMap((rule) => /AwsSolutions-(\w+)/u.exec(rule)?.[1] ?? []);

  expect([...new Set(acknowledged)].toSorted().join(' ')).toBe(
    'APIG4 CFR1 CFR2 CFR3 CFR4 IAM5 RDS10 S1 SMG4 VPC7',
  );
});
