/** Content codings: which ones a client takes (RFC 9110, section 12.5.3), and how a list is put into them. */

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { contentCodings } from '../../contract/http.ts';

const codings = [...contentCodings, 'identity'] as const;

export type Coding = (typeof codings)[number];

/** A coding that makes a list smaller. */
export type Compression = Exclude<Coding, 'identity'>;

/** Brotli's level 5 is the first with a large window, and takes about the time of gzip's 6. */
const BROTLI_QUALITY = 5;

/** The codings that the client takes, best first. A client that names none is sent plain JSON. */
export function acceptedCodings(acceptEncoding: string): readonly Coding[] {
  const weights = parseWeights(acceptEncoding);
  const weightOf = (coding: Coding): number =>
    weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? LOWEST_WEIGHT : 0);
  return codings
    .filter((coding) => weightOf(coding) > 0)
    .toSorted((a, b) => weightOf(b) - weightOf(a));
}

/** `identity` is acceptable unless it is excluded, but only after what the client asks for by name. */
const LOWEST_WEIGHT = 0.0001;

function parseWeights(acceptEncoding: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const item of acceptEncoding.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    const q = Number(weight);
    if (q >= 0 && q <= 1) weights.set(coding, q);
  }
  return weights;
}

export async function encode(body: Buffer, coding: Compression): Promise<Buffer> {
  if (coding === 'gzip') return promisify(gzip)(body);
  return promisify(brotliCompress)(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}
