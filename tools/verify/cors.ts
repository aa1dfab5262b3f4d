/** Whether a script on any origin may read an answer and its headers. */

import { corsHeaders } from '../../contract/http.ts';
import { headerOf, membersOf } from './answer.ts';
import type { Answer } from './exchange.ts';

const { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed } =
  corsHeaders;

export function corsFlaws(answer: Answer): string[] {
  const of = `of the ${answer.status} to ${answer.method} ${answer.path}`;
  if (headerOf(answer, 'Access-Control-Allow-Origin') !== origin) {
    return [`Access-Control-Allow-Origin ${of} is not ${origin}`];
  }
  return lacking(answer, 'Access-Control-Expose-Headers', exposed).map(
    (name) => `Access-Control-Expose-Headers ${of} lacks ${name}`,
  );
}

/** Members of `wanted`, a comma-separated list, that the header of the answer does not have. */
export function lacking(answer: Answer, name: string, wanted: string): string[] {
  const present = membersOf(answer, name);
  return wanted.split(/,\s*/u).filter((member) => !present.has(member.toLowerCase()));
}
