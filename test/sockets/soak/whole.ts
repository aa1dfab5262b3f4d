/** Whether an answer is one that the service may give at any time: 200 or 304, and whole. */

import { createHash } from 'node:crypto';

import { allDirectories, type DirectoryName } from '../../../contract/directories.ts';
import { etagOf } from '../../../contract/etag.ts';
import { type Answer, plainBody, recordsOf } from '../../support/http/ask.ts';
import type { TestService } from '../../support/service/service.ts';

/** How many records each list has while nobody changes the database. */
export type Counts = ReadonlyMap<DirectoryName, number>;

export async function countsOf(service: TestService): Promise<Counts> {
  const answers = await service.getAll();
  return new Map(
    allDirectories.map(({ name }, index) => {
      const answer = answers[index];
      return [name, answer === undefined ? 0 : recordsOf(answer).length];
    }),
  );
}

export class Wholeness {
  readonly #counts: Counts;
  /** Fingerprints of what has been looked at: the same bytes under the same ETag are not unpacked again. */
  readonly #known = new Set<string>();

  constructor(counts: Counts) {
    this.#counts = counts;
  }

  /** One sentence on what is wrong; `undefined` where nothing is. */
  flawOf(name: DirectoryName, answer: Answer): string | undefined {
    const { status, headers, body } = answer;
    const { etag = '' } = headers;
    if (status === 304) return body.length === 0 ? undefined : `${name}: a 304 has a body`;
    if (status !== 200) return `${name}: the answer is ${status}: ${body.toString().slice(0, 200)}`;
    const fingerprint = `${name} ${etag} ${headers['content-encoding'] ?? ''} ${sha256Of(body)}`;
    if (this.#known.has(fingerprint)) return undefined;
    const flaw = this.#flawInside(name, answer, etag);
    if (flaw === undefined) this.#known.add(fingerprint);
    return flaw;
  }

  #flawInside(name: DirectoryName, answer: Answer, etag: string): string | undefined {
    try {
      const expected = etagOf(sha256Of(plainBody(answer)));
      if (etag !== expected) return `${name}: the ETag is ${etag}, but ${expected} of the body`;
      const [count, wanted] = [recordsOf(answer).length, this.#counts.get(name)];
      return count === wanted ? undefined : `${name}: ${count} records instead of ${wanted}`;
    } catch {
      return `${name}: the body is not a whole list`;
    }
  }
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
