/** The workflows of GitHub, as far as they can be followed without GitHub and AWS. */

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import * as v from 'valibot';
import { parse } from 'yaml';

import { root } from '../../bundling/esbuild.ts';
import { sitePaths } from '../../contract/site.ts';
import { stages } from '../../lib/stages.ts';
import { conformingServer } from '../support/conforming-server.ts';
import { describeWith } from '../support/run/programs.ts';

const folder = path.join(root, '.github/workflows');

const Step = v.object({
  name: v.optional(v.string()),
  uses: v.optional(v.string()),
  run: v.optional(v.string()),
});

const Workflow = v.object({
  concurrency: v.optional(v.unknown()),
  permissions: v.record(v.string(), v.string()),
  jobs: v.record(
    v.string(),
    v.object({
      uses: v.optional(v.string()),
      needs: v.optional(v.string()),
      with: v.optional(v.record(v.string(), v.string())),
      environment: v.optional(v.object({ name: v.string() })),
      concurrency: v.optional(v.unknown()),
      permissions: v.optional(v.record(v.string(), v.string())),
      steps: v.optional(v.array(Step), []),
    }),
  ),
});

const texts = Object.fromEntries(
  readdirSync(folder).map((file) => [file, readFileSync(path.join(folder, file), 'utf8')]),
);

function workflow(file: string): v.InferOutput<typeof Workflow> {
  return v.parse(Workflow, parse(texts[file] ?? ''));
}

/** The command of a step, as the workflow has it. */
function commandOf(file: string, step: string): string {
  const steps = Object.values(workflow(file).jobs).flatMap((job) => job.steps);
  const found = steps.find(({ name }) => name === step)?.run;
  if (found === undefined) throw new Error(`${file} has no step "${step}" with a command`);
  return found;
}

/** A folder without anybody's settings and credentials. */
const home = mkdtempSync(path.join(tmpdir(), 'directory-home-'));

afterAll(() => {
  rmSync(home, { recursive: true });
});

/** As GitHub runs it: in bash, which stops at the first error; and without any credentials. */
async function run(command: string, cwd: string, variables: Readonly<Record<string, string>>) {
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: home, AWS_EC2_METADATA_DISABLED: 'true', ...variables };
  return new Promise<{ isRight: boolean; output: string }>((resolve) => {
    execFile('bash', ['-euo', 'pipefail', '-c', command], { cwd, env }, (error, out, complaint) => {
      resolve({ isRight: error === null, output: out + complaint });
    });
  });
}

describe('the workflows', () => {
  it('pin every action by its commit, and say which version that is', () => {
    const all = Object.values(texts).join('\n');
    const used = Array.from(all.matchAll(/uses: (.*)$/gmu), ([, action = '']) => action);
    expect(used.length).toBeGreaterThan(5);
    for (const action of used) {
      expect(action).toMatch(/^(?:\.\/.*\.yml|[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+)$/u);
    }
  });

  it('keep no key: the only thing that they read is variables', () => {
    for (const text of Object.values(texts)) {
      expect(text).not.toMatch(/secrets\.|aws-access-key|aws-secret/u);
    }
  });

  it('may read the repository and nothing else, and get a token only where they deploy or publish', () => {
    for (const [file] of Object.entries(texts)) {
      expect(workflow(file).permissions).toEqual({ contents: 'read' });
    }
    const withToken = Object.entries(texts).filter(([, text]) => text.includes('id-token: write'));
    expect(withToken.map(([file]) => file)).toEqual([
      'deliver.yml',
      'deploy-stage.yml',
      'publish-client.yml',
    ]);
    for (const file of ['deploy-stage.yml', 'publish-client.yml']) {
      const [job] = Object.values(workflow(file).jobs);
      expect(job?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    }
  });

  it('put no expression into a shell command: values come as variables', () => {
    const commands = Object.keys(texts).flatMap((file) =>
      Object.values(workflow(file).jobs).flatMap(({ steps }) => steps.map((step) => step.run)),
    );
    for (const command of commands) expect(command ?? '').not.toContain('${{');
  });

  it('deliver to staging after the checks, and to production after staging', () => {
    const { check, staging, production } = workflow('deliver.yml').jobs;
    expect(check?.uses).toBe('./.github/workflows/check.yml');
    expect(staging).toMatchObject({
      needs: 'check',
      with: { stage: 'Staging', environment: 'staging' },
    });
    expect(production).toMatchObject({
      needs: 'staging',
      with: { stage: 'Production', environment: 'production' },
    });
    expect(Object.keys(stages)).toEqual(['Staging', 'Production']);
  });

  it('check with the scripts of .ci/run, and hold a delivery up for weaknesses of what is deployed only', () => {
    const commands = workflow('check.yml').jobs['check']?.steps.flatMap(
      ({ run: text }) => text ?? [],
    );
    expect(commands).toEqual([
      'npm audit --omit=dev --audit-level=high',
      '.ci/install',
      '.ci/check',
    ]);

    const [, ...lines] = readFileSync(path.join(root, '.ci/run'), 'utf8').trim().split('\n');
    expect(lines.filter((line) => !line.startsWith('#'))).toEqual([
      'set -euo pipefail',
      'cd "$(dirname "$0")"',
      './install',
      './check',
    ]);
  });

  it('deploy a stage once at a time, and let no stage wait for the approval of another', () => {
    expect(workflow('deploy-stage.yml').jobs['deploy']?.concurrency).toEqual({
      group: 'deploy-${{ inputs.stage }}',
      'cancel-in-progress': false,
    });
    const { concurrency, jobs } = workflow('deliver.yml');
    const groups = [concurrency, ...Object.values(jobs).map((job) => job.concurrency)];
    expect(groups.filter((group) => group !== undefined)).toEqual([]);
  });

  it('deploy a commit under its name', () => {
    expect(commandOf('deploy-stage.yml', 'Deploy')).toContain(' -c release="$GITHUB_SHA" ');
  });

  it('call npm scripts that there are', () => {
    const { scripts } = v.parse(
      v.object({ scripts: v.record(v.string(), v.string()) }),
      JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')),
    );
    const all = Object.values(texts).join('\n');
    const called = Array.from(
      all.matchAll(/npm (?:run )?([\w-]+)/gu),
      ([, name = '']) => name,
    ).filter((name) => !['ci', 'install', 'audit', 'cache', 'publish'].includes(name));
    expect(called).toContain('verify');
    for (const name of called) expect(Object.keys(scripts)).toContain(name);
  });
});

test('the client is published as it was packed', async () => {
  const fileName = 'public-directory-client-1.2.3.tgz'; // of this form, says test/client/package.test.ts
  mkdirSync(path.join(home, 'dist'));
  writeFileSync(path.join(home, 'dist', fileName), '');
  writeFileSync(path.join(home, 'npm'), '#!/bin/sh\necho "$@"', { mode: 0o755 });

  const { output } = await run(commandOf('publish-client.yml', 'Publish'), home, {
    PATH: `${home}:${process.env['PATH']}`,
  });

  expect(output.split('\n')).toContain(`publish ./dist/${fileName}`);
});

describeWith('validator of workflows')("GitHub's own validator", () => {
  it('finds nothing against the workflows, but an input that there is not and a key that it does not know', async () => {
    const copy = mkdtempSync(path.join(tmpdir(), 'directory-workflows-'));
    for (const [file, text] of Object.entries(texts)) {
      const broken = text
        .replace('group: deploy-${{ inputs.stage }}', 'group: ${{ inputs.stag }}')
        .replace('stage: Production', 'stages: Production')
        .replace('timeout-minutes: 45', 'timeout-minute: 45');
      writeFileSync(path.join(copy, file), text);
      writeFileSync(path.join(copy, `broken-${file}`), broken);
    }

    const args = ['--import', 'tsx', path.join(root, '.ci/validate-workflows.mjs'), copy];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    rmSync(copy, { recursive: true });

    const ofTheWorkflows = Object.keys(texts).filter((file) =>
      `\n${stdout}`.includes(`\n${file}:`),
    );
    expect(ofTheWorkflows).toEqual([]);
    for (const problem of [
      "Unexpected value 'timeout-minute'",
      'Invalid input, stages is not defined in the referenced workflow.',
      'Context access might be invalid: stag',
    ]) {
      expect(stdout).toContain(problem);
    }
  });
});

test('the commands after a deploy find the address among the outputs, and check the service there', async () => {
  // At the addresses of the contract, which other tests find in the service itself.
  const { assets: _, ...addresses } = sitePaths;
  const besideTheLists = new Set<string>(Object.values(addresses));
  const service = await conformingServer({
    answer: (given, { path: asked }) => {
      if (besideTheLists.has(asked)) given.status = 200;
    },
  });
  const outputs = { 'Staging-Service': { Address: service.url } };
  writeFileSync(path.join(home, 'outputs.json'), JSON.stringify(outputs));
  const output = path.join(home, 'output');

  await run(commandOf('deploy-stage.yml', 'Find the address'), home, {
    STAGE: 'Staging',
    GITHUB_OUTPUT: output,
  });
  const address = readFileSync(output, 'utf8').trim().replace('address=', '');
  const checked = await run(commandOf('deploy-stage.yml', 'Check it from outside'), root, {
    ADDRESS: address,
  });
  const look = commandOf('deploy-stage.yml', 'Look for what is beside the lists');
  const [here, elsewhere] = await Promise.all(
    [address, `${service.url}/nowhere/v1`].map(async (at) => run(look, root, { ADDRESS: at })),
  );
  await service.close();

  expect(address).toBe(service.url);
  expect(checked.output).toContain(' 0 failed');
  expect(checked.output).not.toContain('\u001B'); // no colours where nobody sees them
  expect(checked.isRight).toBe(true);
  expect([here?.isRight, elsewhere?.isRight]).toEqual([true, false]);
});
