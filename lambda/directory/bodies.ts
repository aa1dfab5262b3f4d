/**
 * The bodies in which a list is sent: text, or base64 of its compressed bytes. Each is made once, and an answer from memory
 * copies nothing. A visitor waits for a fast compression; a refresh, for which nobody waits, makes the smallest.
 */

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { contentCodings } from '../../contract/http.ts';
import { LARGEST_BODY_BYTES } from '../../contract/limits.ts';

/** In the service's order of preference. */
export const codings = [...contentCodings, 'identity'] as const;

export type Coding = (typeof codings)[number];

interface Brotli {
  readonly quality: number;
  /** Of its input it compresses at least so much, on half of the processor that a function has (`npm run bench`). */
  readonly bytesPerSecond: number;
}

/** The first quality with a large window. It takes about the time of gzip's 6. */
const FAST_QUALITY = 5;

/** Takes seconds for a list that is too long for the fast one. */
const SMALL: Brotli = { quality: 9, bytesPerSecond: 2.5e6 };

/** Smallest first. */
const SMALLEST: readonly Brotli[] = [
  { quality: 11, bytesPerSecond: 300e3 },
  { quality: 10, bytesPerSecond: 500e3 },
  SMALL,
];

const SECOND_MS = 1000;

export class Bodies {
  readonly #list: Buffer;
  /** Kept only when it has come out; `undefined` where it would pass Lambda's limit. */
  readonly #made = new Map<Coding, string | undefined>();
  #isSmallest = false;

  /** @param list - as it is sent uncompressed: JSON in UTF-8. */
  constructor(list: Buffer) {
    this.#list = list;
  }

  /** The body in a coding, or `undefined` where it would pass Lambda's limit. */
  async of(coding: Coding): Promise<string | undefined> {
    if (this.#made.has(coding)) return this.#made.get(coding);
    const body = await this.#make(coding);
    this.#made.set(coding, body);
    return body;
  }

  /** Makes the smallest body that can be made within the time, in milliseconds, unless it is there. */
  async makeSmallest(withinMs: number): Promise<void> {
    const seconds = withinMs / SECOND_MS;
    const brotli = SMALLEST.find(
      ({ bytesPerSecond }) => this.#list.length <= seconds * bytesPerSecond,
    );
    if (this.#isSmallest || brotli === undefined) return;
    this.#made.set('br', await compressed(this.#list, brotli.quality));
    this.#isSmallest = true;
  }

  async #make(coding: Coding): Promise<string | undefined> {
    if (coding === 'identity') return asText(this.#list);
    if (coding === 'gzip') return asBase64(await promisify(gzip)(this.#list));
    return (await compressed(this.#list, FAST_QUALITY)) ?? compressed(this.#list, SMALL.quality);
  }
}

/** Lambda counts the text as it is escaped in its JSON. */
function asText(list: Buffer): string | undefined {
  if (list.length > LARGEST_BODY_BYTES) return undefined;
  const text = list.toString();
  return Buffer.byteLength(JSON.stringify(text)) > LARGEST_BODY_BYTES ? undefined : text;
}

function asBase64(bytes: Buffer): string | undefined {
  const length = Math.ceil(bytes.length / 3) * 4;
  return length > LARGEST_BODY_BYTES ? undefined : bytes.toString('base64');
}

async function compressed(list: Buffer, quality: number): Promise<string | undefined> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: list.length,
  };
  return asBase64(await promisify(brotliCompress)(list, { params }));
}
