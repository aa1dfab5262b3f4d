/** Faults in how the body of a list is encoded. */

import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';

import { header } from '../../../contract/http.ts';
import { acceptEncoding, body, type Change, where } from '../../support/planting.ts';
import type { PlantedFault } from './planted-fault.ts';

const SAME_IN_GZIP = 'founders: sends the same list in gzip';
const AS_IT_IS = 'founders: sends the list as it is where no encoding is taken';

const decode: Change = (given) => {
  const isGzip = given.headers[header.contentEncoding] === 'gzip';
  body(isGzip ? gunzipSync(given.body) : brotliDecompressSync(given.body))(given);
};

const encode: Change = (given) => {
  body(gzipSync(given.body), 'gzip')(given);
};

export const faultsInEncodings: readonly PlantedFault[] = [
  [
    'no brotli',
    'founders: sends brotli where only brotli is taken',
    where(acceptEncoding('br'), decode),
  ],
  [
    'another list in brotli',
    'founders: sends the same list in brotli',
    where(acceptEncoding('br'), body(brotliCompressSync('[]'), 'br')),
  ],
  [
    'no gzip',
    'founders: sends gzip where only gzip is taken',
    where(acceptEncoding('gzip'), decode),
  ],
  [
    'another list in gzip',
    SAME_IN_GZIP,
    where(acceptEncoding('gzip'), body(gzipSync('[]'), 'gzip')),
  ],
  ['gzip that is none', SAME_IN_GZIP, where(acceptEncoding('gzip'), body('[]', 'gzip'))],
  [
    'brotli where it is refused',
    'founders: sends no encoding that the client refuses',
    where(acceptEncoding('br;q=0, gzip'), body(brotliCompressSync('[]'), 'br')),
  ],
  ['gzip where no encoding is taken', AS_IT_IS, where(acceptEncoding('identity'), encode)],
  [
    'another list as it is',
    'founders: sends the same list as it is',
    where(acceptEncoding('identity'), body('[]')),
  ],
];
