/** That no answer keeps a client waiting. */

import { LONGEST_ANSWER_SECONDS } from '../../../contract/http.ts';
import type { Answer } from '../exchange.ts';
import { fail, pass } from '../finding.ts';
import { group } from '../group.ts';

type Slowest = Pick<Answer, 'method' | 'path' | 'seconds'>;

export const speed = group((client: { slowest: Slowest | undefined }) => client.slowest, {
  'answers within 10 s': (slowest) => {
    if (slowest === undefined) return fail('there was no answer');
    const { method, path, seconds } = slowest;
    const took = `${method} ${path} took ${Math.round(seconds * 1000)} ms`;
    return seconds > LONGEST_ANSWER_SECONDS ? fail(took) : pass(`the slowest, ${took}`);
  },
});
