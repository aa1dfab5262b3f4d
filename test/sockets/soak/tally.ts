/** Judges every answer of a soak, and counts what happened. */

import { createHash } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';

import { allDirectories, type DirectoryName } from '../../../contract/directories.ts';
import { etagOf } from '../../../contract/http.ts';
import { type Answer, plainBody, recordsOf } from '../../support/http/ask.ts';
import type { LogLine, TestService } from '../../support/service/service.ts';

/** How long the whole answer takes at most, with a copy (docs/architecture.md, "The one path of a request"). */
export const LONGEST_WITH_COPY_MS = 4000;

/** What the local gateway says after it has waited for one of a directory's few processes. */
const GATEWAY_GAVE_UP = '{"message":"Service Unavailable"}';

/** Processes that want to run, for each core: from here on a clock says more about the machine than about the service. */
const BUSY_LOAD = 2;

const VIOLATIONS_PRINTED = 10;

export type Figure = readonly [name: string, value: string];

export interface Outcome {
  readonly figures: readonly Figure[];
  readonly violations: readonly string[];
}

/** As a table; under it what was not as promised, with the command that does it again. */
export function printed({ figures, violations }: Outcome, command: string): string {
  const width = Math.max(...figures.map(([name]) => name.length));
  const table = figures.map(([name, value]) => `${name.padEnd(width)}  ${value}\n`).join('');
  if (violations.length === 0) return `${table}\nEverything that was judged was as promised.`;
  const first = violations.slice(0, VIOLATIONS_PRINTED).map((each) => `  ${each}\n`);
  const count = violations.length === 1 ? 'One thing was' : `${violations.length} things were`;
  return `${table}\n${count} not as promised:\n\n${first.join('')}\nAgain: ${command}`;
}

/** What a client asked for, and what it got. */
export interface Asked {
  readonly name: DirectoryName;
  /** Or why there is none. */
  readonly answer: Answer | Error;
  readonly milliseconds: number;
}

class Counts extends Map<string, number> {
  add(name: string): void {
    this.set(name, (this.get(name) ?? 0) + 1);
  }

  figures(label: string): readonly Figure[] {
    const sorted = [...this].toSorted(([one], [other]) => one.localeCompare(other));
    return sorted.map(([name, count]) => [`${label} ${name}`, String(count)]);
  }
}

export class Tally {
  readonly violations: string[] = [];
  readonly faults = new Counts();
  requests = 0;
  readonly #records: ReadonlyMap<DirectoryName, number>;
  /** Fingerprints of answers that were whole: the same bytes under the same ETag are not decoded again. */
  readonly #whole = new Set<string>();
  readonly #statuses = new Counts();
  readonly #sources = new Counts();
  /** Too late, while the machine had too much else to do for that to say anything. */
  #excused = 0;
  #longestAtClientMs = 0;
  #longestInFunctionMs = 0;

  private constructor(records: ReadonlyMap<DirectoryName, number>) {
    this.#records = records;
  }

  /** Each list has as many records as now for as long as nobody changes the database. */
  static async of(service: TestService): Promise<Tally> {
    const answers = await service.getAll();
    const counts = answers.map((answer) => recordsOf(answer).length);
    return new Tally(new Map(allDirectories.map(({ name }, index) => [name, counts[index] ?? 0])));
  }

  /** What a client saw. Its time includes the wait for one of the few processes, and is no promise. */
  asked({ name, answer, milliseconds }: Asked): void {
    this.requests += 1;
    this.#longestAtClientMs = Math.max(this.#longestAtClientMs, milliseconds);
    if (answer instanceof Error) {
      this.violations.push(`${name}: no answer: ${answer.message}`);
      return;
    }
    this.#statuses.add(String(answer.status));
    if (answer.status === 503 && answer.body.toString() === GATEWAY_GAVE_UP) {
      this.#late(`${name}: no process was free in time, and the gateway gave up`);
      return;
    }
    const flaw = this.#flawOf(name, answer);
    if (flaw !== undefined) this.violations.push(`${name}: ${flaw}`);
  }

  /** What a function logged of an answer. */
  logged({ directory, source = 'none', fromMemory = false, milliseconds = 0 }: LogLine): void {
    this.#sources.add(`${source}${fromMemory ? ', from memory' : ''}`);
    this.#longestInFunctionMs = Math.max(this.#longestInFunctionMs, milliseconds);
    if (milliseconds > LONGEST_WITH_COPY_MS) {
      this.#late(`${directory}: an answer took the function ${milliseconds} ms`);
    }
  }

  #late(violation: string): void {
    const [load = 0] = loadavg();
    if (load > BUSY_LOAD * availableParallelism()) this.#excused += 1;
    else this.violations.push(violation);
  }

  /** Why it is not an answer that the service may give at any time: 200 or 304, and whole. */
  #flawOf(name: DirectoryName, answer: Answer): string | undefined {
    const { status, headers, body } = answer;
    const { etag = '' } = headers;
    if (status === 304) return body.length === 0 ? undefined : 'a 304 has a body';
    if (status !== 200) return `the answer is ${status}: ${body.toString().slice(0, 200)}`;
    const fingerprint = `${name} ${etag} ${headers['content-encoding'] ?? ''} ${sha256Of(body)}`;
    if (this.#whole.has(fingerprint)) return undefined;
    try {
      const expected = etagOf(sha256Of(plainBody(answer)));
      if (etag !== expected) return `the ETag is ${etag}, but ${expected} of the body`;
      const [count, wanted] = [recordsOf(answer).length, this.#records.get(name)];
      if (count !== wanted) return `${count} records instead of ${wanted}`;
    } catch {
      return 'the body is not a whole list';
    }
    this.#whole.add(fingerprint);
    return undefined;
  }

  get figures(): readonly Figure[] {
    const faults = [...this.faults.values()].reduce((sum, count) => sum + count, 0);
    const atClient = this.#longestAtClientMs.toFixed(0);
    return [
      ['requests', String(this.requests)],
      ...this.#statuses.figures('  answers with status'),
      ...this.#sources.figures('  answers from'),
      ['longest in a function', `${this.#longestInFunctionMs} ms of ${LONGEST_WITH_COPY_MS}`],
      ['longest at a client', `${atClient} ms, with its wait for a process`],
      ['late, not judged: machine too busy', String(this.#excused)],
      ['faults', String(faults)],
      ...this.faults.figures(' '),
    ];
  }
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
