/** Every way in which a call of the object store can end otherwise than well. */

import { SECRET } from './database-faults.ts';
import { s3Error } from './s3-error.ts';
import type { Course, WireReply } from './wire.ts';

export interface StoreCall {
  readonly isWrite: boolean;
  /** Does what is asked. */
  readonly healthy: () => WireReply;
}

/** `undefined`: this call goes well. */
export type StoreFault = (call: StoreCall) => Course | undefined;

function fails(status: number, code: string): StoreFault {
  return () => ({ afterMs: 5, reply: s3Error(status, code, SECRET) });
}

function breaks(code: string): StoreFault {
  return () => ({ afterMs: 5, code });
}

function bodyEnds(how: NonNullable<Course['bodyEnds']>): StoreFault {
  return ({ healthy }) => ({ afterMs: 5, reply: healthy(), bodyEnds: how });
}

function after(milliseconds: number): StoreFault {
  return ({ healthy }) => ({ afterMs: milliseconds, reply: healthy() });
}

function onlyWrites(fault: StoreFault): StoreFault {
  return (call) => (call.isWrite ? fault(call) : undefined);
}

const doneButNeverTold: StoreFault = ({ healthy }) => {
  healthy();
  return { afterMs: Infinity };
};

/** The answer is lost, and so a second attempt finds what the first one wrote. */
const doneButBroken: StoreFault = ({ healthy }) => {
  const reply = healthy();
  return reply.status === 200 ? { afterMs: 5, code: 'ECONNRESET' } : { afterMs: 5, reply };
};

export const storeFaults: Readonly<Record<string, StoreFault>> = {
  denied: fails(403, 'AccessDenied'),
  'no such bucket': fails(404, 'NoSuchBucket'),
  unavailable: fails(503, 'ServiceUnavailable'),
  throttled: fails(503, 'SlowDown'),
  broken: fails(500, 'InternalError'),
  'a page of HTML': () => ({
    afterMs: 5,
    reply: { status: 502, headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>') },
  }),
  refused: breaks('ECONNREFUSED'),
  reset: breaks('ECONNRESET'),
  'broken in the middle': bodyEnds('broken in the middle'),
  'hanging in the middle': bodyEnds('never'),
  hanging: () => ({ afterMs: Infinity }),
  slow: after(1500),
  'slow, but in time': after(900),
  'one byte a second': ({ healthy }) => {
    const reply = healthy();
    const parts = Math.max(2, reply.body.length);
    return { afterMs: 5, reply, body: { milliseconds: parts * 1000, parts } };
  },
  'writes fail': onlyWrites(fails(500, 'InternalError')),
  'writes are denied': onlyWrites(fails(403, 'AccessDenied')),
  'writes conflict': onlyWrites(fails(409, 'ConditionalRequestConflict')),
  'writes hang': onlyWrites(() => ({ afterMs: Infinity })),
  'writes are done, but never told': onlyWrites(doneButNeverTold),
  'writes are done, but the connection breaks': onlyWrites(doneButBroken),
  'writes are reset': onlyWrites(breaks('ECONNRESET')),
  'writes are slow': onlyWrites(after(1500)),
};

/** Those with which a copy is still read. */
export const harmlessStoreFaults: ReadonlySet<string> = new Set([
  'slow, but in time',
  ...Object.keys(storeFaults).filter((name) => name.startsWith('writes ')),
]);
