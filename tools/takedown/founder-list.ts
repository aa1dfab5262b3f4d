/** A list of founders as text, of which nothing but the ids is looked at. */

import * as v from 'valibot';

const List = v.pipe(v.string(), v.parseJson(), v.array(v.unknown()));

const WithId = v.object({ id: v.string() });

/** The records, or `undefined` for what is no list. No message of the parser: it holds parts of the text. */
export function recordsOf(text: string): readonly unknown[] | undefined {
  const parsed = v.safeParse(List, text);
  return parsed.success ? parsed.output : undefined;
}

/** @param founder - in lower case. */
export function holds(records: readonly unknown[], founder: string): boolean {
  return records.some((record) => isOf(record, founder));
}

export function without(records: readonly unknown[], founder: string): readonly unknown[] {
  return records.filter((record) => !isOf(record, founder));
}

function isOf(record: unknown, founder: string): boolean {
  return v.is(WithId, record) && record.id.toLowerCase() === founder;
}
