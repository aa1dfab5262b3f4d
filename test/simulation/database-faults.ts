/** Every way in which a call of the Data API can end otherwise than well. */

import { exceptions } from '../../local/data-api/exceptions.ts';
import { PLANTED_EMAIL } from './flaws.ts';
import type { Course, WireReply } from './wire.ts';

/** A call that has arrived. */
export interface DatabaseCall {
  /** How long ago it was sent, in milliseconds. */
  readonly sinceSentMs: number;
  readonly isInTransaction: boolean;
  /** Does what is asked. */
  readonly healthy: () => WireReply;
  /** The same on the state before the last commit, as after a failover to a server that lags behind. */
  readonly healthyOnOlderState: () => WireReply;
}

export type DatabaseFault = (call: DatabaseCall) => Course;

/** Stands in every error's text, and so must not stand in any answer or log line. */
export const SECRET = 'SECRET-password-of-a-driver';

/** An AWS service takes some milliseconds to say no. */
const TO_FAIL_MS = 5;

const READ_WITH_COPY_MS = 3000;
const READ_WITHOUT_COPY_MS = 8000;

export function exception(
  name: string,
  status: number,
  message = `Told to fail: ${SECRET} ${PLANTED_EMAIL}`,
): DatabaseFault {
  return replies(status, { 'x-amzn-errortype': name }, JSON.stringify({ message }));
}

/** PostgreSQL quotes names in class 42, and values in others. */
function sqlError(state: string): DatabaseFault {
  const quoted = state.startsWith('42') ? 'directory.startups' : `${SECRET} ${PLANTED_EMAIL}`;
  const message = `ERROR: told to fail: "${quoted}"; Position: 1; SQLState: ${state}`;
  return exception('DatabaseErrorException', 400, message);
}

function replies(status: number, headers: Record<string, string>, body: string): DatabaseFault {
  const reply = {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(body),
  };
  return () => ({ afterMs: TO_FAIL_MS, reply });
}

function breaks(code: string): DatabaseFault {
  return () => ({ afterMs: TO_FAIL_MS, code });
}

function bodyEnds(how: NonNullable<Course['bodyEnds']>): DatabaseFault {
  return ({ healthy }) => ({ afterMs: TO_FAIL_MS, reply: healthy(), bodyEnds: how });
}

/** So many milliseconds after the call was sent. */
function arrivesAfter(milliseconds: number): DatabaseFault {
  return ({ healthy, sinceSentMs }) => ({ afterMs: milliseconds - sinceSentMs, reply: healthy() });
}

/** The healthy reply, with its rows as they must not be. */
function withRows(change: (rows: readonly (readonly unknown[])[]) => unknown): DatabaseFault {
  return ({ healthy }) => {
    const reply = healthy();
    const told = JSON.parse(reply.body.toString()) as { records?: readonly (readonly unknown[])[] };
    if (told.records === undefined || told.records.length === 0)
      return { afterMs: TO_FAIL_MS, reply };
    const body = Buffer.from(JSON.stringify({ ...told, records: change(told.records) }));
    return { afterMs: TO_FAIL_MS, reply: { ...reply, body } };
  };
}

const html = '<!doctype html><title>It works!</title>';

export const databaseFaults: Readonly<Record<string, DatabaseFault>> = {
  ...Object.fromEntries(
    Object.entries(exceptions).map(([name, { status }]) => [name, exception(name, status)]),
  ),
  'an exception that is not modelled, 400': exception('FluxException', 400),
  'an exception that is not modelled, 500': exception('FluxException', 500),
  'an error without a name': replies(400, {}, ''),
  'a teapot': replies(418, { 'content-type': 'text/plain' }, SECRET),
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
  'a page of HTML, 200': replies(200, { 'content-type': 'text/html' }, html),
  'a page of HTML, 502': replies(502, { 'content-type': 'text/html' }, html),
  'an empty body, 200': replies(200, {}, ''),
  'an empty body, 503': replies(503, {}, ''),
  'no records': replies(200, {}, '{}'),
  'a list for an answer': replies(200, {}, '[1]'),
  'records null': replies(200, {}, '{"records": null}'),
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
  hanging: () => ({ afterMs: Infinity }),
  'done, but never told': ({ healthy }) => {
    healthy();
    return { afterMs: Infinity };
  },
  'one byte a second': ({ healthy }) => {
    const reply = healthy();
    const parts = Math.max(2, reply.body.length);
    return { afterMs: TO_FAIL_MS, reply, body: { milliseconds: parts * 1000, parts } };
  },
  'in small pieces': ({ healthy }) => ({
    afterMs: TO_FAIL_MS,
    reply: healthy(),
    body: { milliseconds: 50, parts: 10 },
  }),
  'one millisecond before the deadline': arrivesAfter(READ_WITH_COPY_MS - 1),
  'one millisecond after the deadline': arrivesAfter(READ_WITH_COPY_MS + 1),
  'after both deadlines': arrivesAfter(READ_WITHOUT_COPY_MS + 1),
  'after two seconds': arrivesAfter(2000),
  'transaction lost': (call) =>
    call.isInTransaction
      ? exception('TransactionNotFoundException', 404)(call)
      : { afterMs: TO_FAIL_MS, reply: call.healthy() },
  'failover to an older state': ({ healthyOnOlderState }) => ({
    afterMs: TO_FAIL_MS,
    reply: healthyOnOlderState(),
  }),
};

/** Those with which a read still succeeds. */
export const harmlessDatabaseFaults: ReadonlySet<string> = new Set([
  'in small pieces',
  'one millisecond before the deadline',
  'after two seconds',
  'transaction lost',
  'failover to an older state',
]);
