/** Every claim about AWS has a judge that exists: a page, a program, the words of a package, a step of the drill. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '../..');
const exists = (file: string): boolean => existsSync(path.join(root, file));
/** Empty where there is none, so that the other flaws are reported, too. */
const text = (file: string): string =>
  exists(file) ? readFileSync(path.join(root, file), 'utf8') : '';

interface Row {
  readonly claim: string;
  readonly places: string;
  readonly judges: readonly string[];
}

const [, ...sections] = text('docs/claims.md').split(/^## /mu);
const rows: readonly Row[] = sections.flatMap((section) =>
  section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map(toRow),
);

function toRow(line: string): Row {
  const [, claim = '', places = '', judges = ''] = line.split('|').map((cell) => cell.trim());
  return { claim, places, judges: judges.split('; ') };
}

/** Whose word counts: AWS and GitHub for pages; threads about what AWS answered; a list of rates where AWS's page shows none. */
const HOSTS = new Set([
  'aws.amazon.com',
  'docs.aws.amazon.com',
  'docs.amazonaws.cn',
  'docs.github.com',
  'github.blog',
  'github.com',
  'www.egresscost.com',
]);

/** What a test that a program judges in must mention, so that the table names no test without it. */
const PROGRAMS: Readonly<Record<string, RegExp>> = {
  njs: /\bnjs\b/u,
  'PostgreSQL 17': /postgres|database/iu,
  'cfn-lint': /\bcfn-lint\b/u,
  'cdk-nag': /AwsSolutions/u,
  CDK: /CDK_VALIDATION/u,
  Chromium: /chromium/iu,
  'AWS CLI': /\baws\b/u,
};

const decisions = readdirSync(path.join(root, 'docs/decisions'));

const drillSteps = new Set(
  readdirSync(path.join(root, 'tools/drill')).flatMap((file) =>
    [...text(`tools/drill/${file}`).matchAll(/: Step = \{\s+name: '([a-z0-9-]+)'/gu)].map(
      ([, name]) => name,
    ),
  ),
);

/** Why this is no judge, or `undefined`. */
function flawOf(judge: string): string | undefined {
  if (judge === 'moto' || judge === 'bill') return undefined;

  const [, step] = /^drill `([^`]+)`$/u.exec(judge) ?? [];
  if (step !== undefined) return drillSteps.has(step) ? undefined : 'no such step';

  const [, address] = /^page \[[^\]]+\]\((.+?)\)(?:, .+)?$/u.exec(judge) ?? [];
  if (address !== undefined) {
    const { protocol, host } = new URL(address);
    return protocol === 'https:' && HOSTS.has(host) ? undefined : 'another host';
  }

  const [, packaged, words] = /^package `([^`]+)` says "(.+)"$/u.exec(judge) ?? [];
  if (packaged !== undefined && words !== undefined) {
    return text(`node_modules/${packaged}`).includes(words) ? undefined : 'it does not say that';
  }

  const [, program = '', test] = /^(.+) in `(test\/[^`]+\.test\.ts)`$/u.exec(judge) ?? [];
  const mention = PROGRAMS[program];
  if (mention === undefined || test === undefined) return 'no known kind of judge';
  return mention.test(text(test)) ? undefined : 'that test does not use it';
}

describe('the table of claims about AWS', () => {
  it('has a judge that exists for every claim', () => {
    const flaws = rows.flatMap(({ claim, judges }) =>
      judges.flatMap((judge) => {
        const flaw = flawOf(judge);
        return flaw === undefined ? [] : [`${claim}: ${judge}: ${flaw}`];
      }),
    );

    expect(flaws).toEqual([]);
    expect(rows.length).toBeGreaterThan(100);
    expect(new Set(rows.map(({ claim }) => claim)).size).toBe(rows.length);
  });

  it('says of every claim where it is relied on, in a file that exists', () => {
    const flaws = rows.flatMap(({ claim, places }) =>
      places.split(', ').flatMap((place) => (isPlace(place) ? [] : [`${claim}: ${place}`])),
    );

    expect(flaws).toEqual([]);
  });

  it('rests on every step of the drill', () => {
    const named = rows.flatMap(({ judges }) =>
      judges.flatMap((judge) => /^drill `(.+)`$/u.exec(judge)?.[1] ?? []),
    );

    expect(new Set(named)).toEqual(drillSteps);
  });

  it('leaves every price to the bill that README marks with †', () => {
    const marked = text('README.md').match(/^\|.*†/gmu) ?? [];
    const prices = marked.flatMap((line) => line.split('|')[2]?.match(/\d+\.\d+/gu) ?? []);
    const left = rows.filter(({ judges }) => judges.includes('bill')).map(({ claim }) => claim);

    expect(marked).not.toEqual([]);
    expect(prices.filter((price) => !left.some((claim) => claim.includes(price)))).toEqual([]);
  });
});

function isPlace(place: string): boolean {
  const [, file] = /^`([^`]+)`$/u.exec(place) ?? [];
  if (file !== undefined) return exists(file);
  const [, decision] = /^decision (\d+)$/u.exec(place) ?? [];
  if (decision !== undefined) {
    return decisions.some((each) => each.startsWith(`${decision.padStart(3, '0')}-`));
  }
  return /^(?:README|architecture|runbook|reliability)(?: \([^)]+\))?$/u.test(place);
}
