/** What happens in a run, one step at a time. */

import { allDirectories } from '../../contract/directories.ts';
import type { Random } from '../support/random.ts';
import { databaseFaults, extendingFaults, storeFaults } from './faults.ts';
import type { SimulatedRequest } from './invocations.ts';
import type { HandlerEvent } from './process.ts';
import type { Run } from './run.ts';
import { corruptions } from './store.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from './timeline.ts';

type Step = (run: Run) => void;

const ASKED_WITHIN_MS = 3 * SECOND_MS;
const COMMITTED_WITHIN_MS = 60;

const ask: Step = (run) => {
  const { random, timeline, etags } = run;
  const count = random.weigh([
    [5, 1],
    [3, 2],
    [2, 4],
    [2, 12],
  ]);
  const directory = random.pick(allDirectories);
  for (let each = 0; each < count; each += 1) {
    timeline.after(count > 2 ? random.between(0, ASKED_WITHIN_MS) : 0, () => {
      run.invocations.ask(run.anyProcess(directory), anyRequest(random, etags));
    });
  }
};

const refresh: Step = (run) => {
  const { random } = run;
  const process = run.anyProcess(random.pick(allDirectories));
  const acceptDrop = random.happens(0.3);
  run.invocations.refresh(process, { acceptDrop, proveWrite: random.happens(0.3) });
};

const editPortal: Step = (run) => {
  const { random, timeline, portals, trace } = run;
  const { name } = random.pick(allDirectories);
  timeline.after(random.between(0, COMMITTED_WITHIN_MS), () => {
    const edit = portals[name].edit(timeline.now, run.mayFail('database'));
    if (portals[name].current.isRefused) run.failed('database');
    trace.line(`${name} ${edit}`);
  });
};

const turn =
  (side: 'database' | 'store', faults: object): Step =>
  (run) => {
    const isUp = run.random.happens(0.5);
    if (!isUp && !run.mayFail(side)) return;
    const fault = isUp ? 'up' : run.random.pick(Object.keys(faults));
    run[side].turn(fault);
    run.wasReadInPages ||= extendingFaults.has(fault);
    if (!isUp) run.failed(side);
    run.trace.line(`${side} ${fault}`);
  };

const corruptCopy: Step = (run) => {
  const { random, store, portals, trace } = run;
  if (!run.mayFail('store')) return;
  const { path, name } = random.pick(allDirectories);
  const object = store.objects.get(path);
  if (object === undefined || object.corruption !== undefined) return;
  const corruption = random.pick(Object.keys(corruptions));
  store.corrupt(path, corruption);
  portals[name].hadWrongTime ||= corruption === 'from the future';
  run.failed('store');
  trace.line(`copy of ${path} ${corruption}`);
};

const kill: Step = (run) => {
  const { random, processes, trace } = run;
  if (processes.length === 0) return;
  const process = random.pick(processes);
  process.isGone = true;
  run.invocations.forget(process);
  trace.count('fault: a killed process');
  trace.line(`${process.name} killed`);
};

const freeze: Step = ({ random, processes }) => {
  if (processes.length === 0) return;
  const milliseconds = random.pick([200, 5 * SECOND_MS, 10 * MINUTE_MS, 6 * HOUR_MS]);
  random.pick(processes).freeze(milliseconds);
};

const setClock: Step = ({ random, processes, clocks, trace }) => {
  if (clocks !== 'jumping' || processes.length === 0) return;
  const jumps = [0, 0, -HOUR_MS, HOUR_MS, -5 * SECOND_MS, 30 * SECOND_MS, 24 * HOUR_MS];
  const process = random.pick(processes);
  process.skewMs = random.pick(jumps);
  trace.count('fault: a clock that jumps');
  trace.line(`${process.name} clock ${process.skewMs}`);
};

const loseTransactions: Step = (run) => {
  if (!run.mayFail('database')) return;
  run.database.loseTransactions();
  run.failed('database');
  run.trace.count('fault: all transactions lost');
  run.trace.line('transactions lost');
};

/** By weight. */
export const steps: readonly (readonly [weight: number, step: Step])[] = [
  [58, ask],
  [12, editPortal],
  [10, turn('database', databaseFaults)],
  [5, turn('store', storeFaults)],
  [3, corruptCopy],
  [3, refresh],
  [2, kill],
  [2, freeze],
  [2, setClock],
  [2, loseTransactions],
];

const IDENTITY = 'identity';

/** `Accept-Encoding` and the codings that it allows (RFC 9110, section 12.5.3), by weight. */
const accepted: readonly (readonly [number, string | undefined, readonly string[]])[] = [
  [8, 'gzip, deflate, br, zstd', ['br']],
  [3, 'gzip', ['gzip']],
  [3, undefined, [IDENTITY]],
  [1, '', [IDENTITY]],
  [1, 'br;q=0.1, gzip;q=0.9', ['gzip']],
  [1, 'br;q=0, *', ['gzip']],
  [1, 'identity;q=0, gzip;q=0.001', ['gzip']],
  [1, '*;q=0', []],
  [1, 'identity;q=0', []],
  [1, 'br;q=1e9, gzip;q=-1, ;;;,,=', [IDENTITY]],
  [1, `${','.repeat(8000)}br`, ['br']],
  [1, 'BR', ['br']],
  [1, 'x'.repeat(8000), [IDENTITY]],
];

const METHODS = 'HEAD POST PUT DELETE PATCH OPTIONS TRACE CONNECT PROPFIND get '.split(' ');

const INJECTED = {
  'x-forwarded-for': '203.0.113.7\r\nSet-Cookie: a=b',
  __proto__: 'x',
  cookie: 'a=b',
};

/** Events of which parts are missing: what a test in the console sends. */
const partialEvents = [
  null,
  {},
  { headers: {} },
  { requestContext: {} },
  { requestContext: { http: undefined } },
] as readonly HandlerEvent[];

/** A request as API Gateway hands it on, ordinary or strange. */
function anyRequest(random: Random, knownEtags: readonly string[]): SimulatedRequest {
  if (random.happens(0.03)) return { ...plainGet, event: random.pick(partialEvents) };
  const [, acceptEncoding, codings] = random.weigh(accepted.map((each) => [each[0], each]));
  const etags = random.happens(0.3) ? anyEtags(random, knownEtags) : [];
  const method = random.happens(0.08) ? random.pick(METHODS) : 'GET';
  const headers = {
    ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }),
    ...(etags.length > 0 && { 'if-none-match': etags.join(', ') }),
    ...(random.happens(0.1) && INJECTED),
  };
  const http = { method, path: '/v1/startups', protocol: 'HTTP/1.1', sourceIp: '', userAgent: '' };
  const event = { headers, requestContext: { http }, ...anyExtras(random) };
  return { event, method, codings, etags };
}

export const plainGet: SimulatedRequest = {
  event: {},
  method: 'GET',
  codings: [IDENTITY],
  etags: [],
};

function anyEtags(random: Random, known: readonly string[]): readonly string[] {
  if (random.happens(0.2))
    return [random.pick(['W/"x"', '"', 'W/W/"x"', `"${'x'.repeat(8000)}"`, '\u0000'])];
  if (random.happens(0.05)) return ['*'];
  return known.length === 0 ? [] : ['W/"other"', random.pick(known)];
}

function anyExtras(random: Random): Record<string, unknown> {
  if (!random.happens(0.1)) return {};
  return random.pick([
    { rawQueryString: 'x='.repeat(4000), queryStringParameters: { __proto__: 'x' } },
    { body: '{"refresh":{"acceptDrop":true}}', isBase64Encoded: false },
    { cookies: ['a=b'], pathParameters: { name: '../../etc' } },
    { rawPath: '//v1/%00/startups' },
  ]);
}
