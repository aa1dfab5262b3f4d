/** How a person is called. Whoever has one name has it in either field; the other is empty. */

import type { Founder } from '../../client/src/index.ts';

export function fullName({ first_name, last_name }: Pick<Founder, 'first_name' | 'last_name'>) {
  return `${first_name} ${last_name}`.trim();
}
