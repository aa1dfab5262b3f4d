/** `operate accept`: publishes a list that really shrank by more than half. */

import type { DirectoryName } from '../../contract/directories.ts';
import { CommandError, type Consent } from '../../local/command.ts';
import { counted, readNow, whyNotRead } from './refresh.ts';
import type { Stage } from './stage.ts';

/** Publishes a list that really shrank. It skips only the comparison with the earlier list. */
export async function accept(
  stage: Stage,
  name: DirectoryName,
  consent: Consent,
  isDryRun: boolean,
): Promise<void> {
  if (isDryRun) {
    // Finding out whether the list shrank reads it, and a read writes the copy.
    await consent(
      `The list ${name} of ${stage.name} is read, and if it is refused because it shrank, published.`,
    );
    return;
  }
  const found = await stage.invoke(name, { acceptDrop: false });
  const { failure, copy } = found;
  const list = `The list ${name} of ${stage.name}`;
  console.log(
    copy ? `Published: ${counted(copy)}.` : 'There is no last-good copy, or it cannot be read.',
  );
  if (failure === undefined) {
    console.log(`${list} is fresh: there is nothing to accept.`);
    return;
  }
  if (failure.isDrop !== true) {
    throw new CommandError(
      `accept only publishes a list that shrank. ${whyNotRead(name, failure)}`,
    );
  }
  const plan = `${list} is refused: ${failure.reason}. It can be accepted, if the database is right.`;
  if (!(await consent(plan))) return;
  const accepted = await readNow(stage, name, true);
  console.log(
    `Published now: ${counted(accepted)}. Visitors get it within a minute, or within the hour where the edge has a fresh list.`,
  );
}
