/** Every way in which a call of the Data API or of the object store can end otherwise than it should. */

import { exceptions } from '../../local/data-api/exceptions.ts';
import { PLANTED_EMAIL } from './flaws.ts';
import type { Course, WireReply } from './network.ts';

/** A call that has arrived. */
export interface Arrived {
  /** How long ago it was sent, in milliseconds. */
  readonly sinceSentMs: number;
  readonly isInTransaction: boolean;
  /** Whether it writes a copy. */
  readonly isWrite: boolean;
  /** Does what is asked; with `'older'` on the state before the last commit, as after a failover to a server that lags. */
  readonly healthy: (state?: 'older') => WireReply;
}

/** `undefined`: this call goes well. */
export type Fault = (call: Arrived) => Course | undefined;
type Faults = Readonly<Record<string, Fault>>;

/** Is in every error's text, and so must not be in any answer or log line. */
export const SECRET = 'SECRET-password-of-a-driver';
const TO_FAIL = `Told to fail: ${SECRET} ${PLANTED_EMAIL}`;

/** An AWS service takes some milliseconds to say no. */
const afterMs = 5;

const READ_WITH_COPY_MS = 3000;
const READ_WITHOUT_COPY_MS = 8000;

const hanging: Fault = () => ({ afterMs: Infinity });

const breaks =
  (code: string): Fault =>
  () => ({ afterMs, code });

const bodyEnds =
  (how: NonNullable<Course['bodyEnds']>): Fault =>
  ({ healthy }) => ({ afterMs, reply: healthy(), bodyEnds: how });

const oneByteASecond: Fault = ({ healthy }) => {
  const reply = healthy();
  const parts = Math.max(2, reply.body.length);
  return { afterMs, reply, body: { milliseconds: parts * 1000, parts } };
};

const doneButUnanswered: Fault = ({ healthy }) => {
  healthy();
  return { afterMs: Infinity };
};

/** JSON, unless the headers say otherwise. */
export function replyOf(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): WireReply {
  const allHeaders = { 'content-type': 'application/json', ...headers };
  return { status, headers: allHeaders, body: Buffer.from(body) };
}

function replies(...given: Parameters<typeof replyOf>): Fault {
  const reply = replyOf(...given);
  return () => ({ afterMs, reply });
}

function exception(name: string, status: number, message = TO_FAIL): Fault {
  return replies(status, JSON.stringify({ message }), { 'x-amzn-errortype': name });
}

/** PostgreSQL quotes names in class 42, and values in others. */
function sqlError(state: string): Fault {
  const quoted = state.startsWith('42') ? 'directory.startups' : `${SECRET} ${PLANTED_EMAIL}`;
  const message = `ERROR: told to fail: "${quoted}"; Position: 1; SQLState: ${state}`;
  return exception('DatabaseErrorException', 400, message);
}

/** So many milliseconds after the call was sent. */
function arrivesAfter(milliseconds: number): Fault {
  return ({ healthy, sinceSentMs }) => ({ afterMs: milliseconds - sinceSentMs, reply: healthy() });
}

type Rows = readonly (readonly unknown[])[];

/** The healthy reply, with its rows as they must not be. */
function withRows(change: (rows: Rows) => unknown): Fault {
  return ({ healthy }) => {
    const reply = healthy();
    const result = JSON.parse(reply.body.toString()) as { readonly records?: Rows };
    if (result.records === undefined || result.records.length === 0) return { afterMs, reply };
    const body = Buffer.from(JSON.stringify({ ...result, records: change(result.records) }));
    return { afterMs, reply: { ...reply, body } };
  };
}

const html = { 'content-type': 'text/html' };
const htmlPage = '<!doctype html><title>It works!</title>';

export const databaseFaults: Faults = {
  ...Object.fromEntries(
    Object.entries(exceptions).map(([name, { status }]) => [name, exception(name, status)]),
  ),
  'an exception that is not modelled, 400': exception('FluxException', 400),
  'an exception that is not modelled, 500': exception('FluxException', 500),
  'an error without a name': replies(400, ''),
  'a teapot': replies(418, SECRET, { 'content-type': 'text/plain' }),
  'response over its limit': exception(
    'BadRequestException',
    400,
    'Database returned more than the allowed response size limit',
  ),
  'row over its limit': exception(
    'BadRequestException',
    400,
    'Database returned a row that is over 64 KB',
  ),
  'SQL: permission denied': sqlError('42501'),
  'SQL: no such view': sqlError('42P01'),
  'SQL: no such column': sqlError('42703'),
  'SQL: cancelled': sqlError('57014'),
  'SQL: too many connections': sqlError('53300'),
  'SQL: serialization failure': sqlError('40001'),
  'SQL: a value out of range': sqlError('22008'),
  'SQL: no state': exception('DatabaseErrorException', 400, 'ERROR'),
  'a page of HTML, 200': replies(200, htmlPage, html),
  'a page of HTML, 502': replies(502, htmlPage, html),
  'an empty body, 200': replies(200, ''),
  'an empty body, 503': replies(503, ''),
  'no records': replies(200, '{}'),
  'a list for an answer': replies(200, '[1]'),
  'records null': replies(200, '{"records": null}'),
  'no rows': withRows(() => []),
  'last row missing': withRows((rows) => rows.slice(0, -1)),
  'first row missing a column': withRows(([first = [], ...rows]) => [first.slice(1), ...rows]),
  'columns reordered': withRows((rows) => rows.map((row) => row.toReversed())),
  'rows reordered': withRows((rows) => rows.toReversed()),
  'values null': withRows((rows) =>
    rows.map((row, index) => (index === 0 ? row : row.map(() => ({ isNull: true })))),
  ),
  refused: breaks('ECONNREFUSED'),
  'no such host': breaks('ENOTFOUND'),
  'no route': breaks('EHOSTUNREACH'),
  'broken before the answer': breaks('ECONNRESET'),
  'broken in the middle': bodyEnds('broken in the middle'),
  'broken at the end': bodyEnds('broken at the end'),
  'cut off': bodyEnds('cut off'),
  'hanging in the middle': bodyEnds('never'),
  hanging,
  'done, but never told': doneButUnanswered,
  'one byte a second': oneByteASecond,
  'in small pieces': ({ healthy }) => ({
    afterMs,
    reply: healthy(),
    body: { milliseconds: 50, parts: 10 },
  }),
  'one millisecond before the deadline': arrivesAfter(READ_WITH_COPY_MS - 1),
  'one millisecond after the deadline': arrivesAfter(READ_WITH_COPY_MS + 1),
  'after both deadlines': arrivesAfter(READ_WITHOUT_COPY_MS + 1),
  'after two seconds': arrivesAfter(2000),
  'transaction lost': (call) =>
    call.isInTransaction ? exception('TransactionNotFoundException', 404)(call) : undefined,
  'failover to an older state': ({ healthy }) => ({ afterMs, reply: healthy('older') }),
};

/** With these a list seems to continue behind its first page. */
export const extendingFaults: ReadonlySet<string> = new Set([
  'last row missing',
  'rows reordered',
  'values null',
]);

/** An error as S3 sends it. */
export function s3Error(status: number, code: string, message = code): WireReply {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return replyOf(status, xml, { 'content-type': 'application/xml' });
}

function fails(status: number, code: string): Fault {
  return () => ({ afterMs, reply: s3Error(status, code, SECRET) });
}

function answersAfter(milliseconds: number): Fault {
  return ({ healthy }) => ({ afterMs: milliseconds, reply: healthy() });
}

function onlyWrites(fault: Fault): Fault {
  return (call) => (call.isWrite ? fault(call) : undefined);
}

/** The answer is lost, and so a second attempt finds what the first one wrote. */
const doneButBroken: Fault = ({ healthy }) => {
  const reply = healthy();
  return reply.status === 200 ? { afterMs, code: 'ECONNRESET' } : { afterMs, reply };
};

export const storeFaults: Faults = {
  denied: fails(403, 'AccessDenied'),
  'no such bucket': fails(404, 'NoSuchBucket'),
  unavailable: fails(503, 'ServiceUnavailable'),
  throttled: fails(503, 'SlowDown'),
  broken: fails(500, 'InternalError'),
  'a page of HTML': replies(502, '<html>', html),
  refused: breaks('ECONNREFUSED'),
  reset: breaks('ECONNRESET'),
  'broken in the middle': bodyEnds('broken in the middle'),
  'hanging in the middle': bodyEnds('never'),
  hanging,
  slow: answersAfter(1500),
  'slow, but in time': answersAfter(900),
  'one byte a second': oneByteASecond,
  'writes fail': onlyWrites(fails(500, 'InternalError')),
  'writes are denied': onlyWrites(fails(403, 'AccessDenied')),
  'writes conflict': onlyWrites(fails(409, 'ConditionalRequestConflict')),
  'writes hang': onlyWrites(hanging),
  'writes are done, but never told': onlyWrites(doneButUnanswered),
  'writes are done, but the connection breaks': onlyWrites(doneButBroken),
  'writes are reset': onlyWrites(breaks('ECONNRESET')),
  'writes are slow': onlyWrites(answersAfter(1500)),
};
