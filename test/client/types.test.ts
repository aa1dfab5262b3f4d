import type * as client from '../../client/src/index.ts';
import type { Founder } from '../../contract/founder.ts';
import type { Job } from '../../contract/job.ts';
import type { Enrollment, Startup } from '../../contract/startup.ts';

/** The contract's records as those see them who only read. */
type Read<T> = T extends readonly (infer Item)[]
  ? readonly Read<Item>[]
  : T extends object
    ? { readonly [Field in keyof T]: Read<T[Field]> }
    : T;

type Same<A, B> = [A, B] extends [B, A] ? true : never;

/** The compiler refuses each that is not so. */
const same: Readonly<Record<string, true>> = {
  Startup: true satisfies Same<client.Startup, Read<Startup>>,
  Enrollment: true satisfies Same<client.Enrollment, Read<Enrollment>>,
  Founder: true satisfies Same<client.Founder, Read<Founder>>,
  Job: true satisfies Same<client.Job, Read<Job>>,
  'a record of the contract': true satisfies Startup extends client.Startup ? true : never,
};

it.each(Object.keys(same))('the client has the same type of %s as the contract', (name) => {
  expect(same[name]).toBe(true);
});
