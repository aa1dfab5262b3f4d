/** What a step changes, and how that is undone: after the step, after its failure, and after Ctrl-C. */

import { errorMessage } from '../../aws/error-facts.ts';
import { CannotGoOn } from '../stage/cannot-go-on.ts';

export interface Change {
  readonly make: () => Promise<unknown>;
  readonly undo: () => Promise<unknown>;
  /** The command of the AWS CLI that undoes it, for where this program cannot. */
  readonly byHand: string;
}

/** The stage is not as it was before; the message is one sentence, with what to do. */
export class NotUndone extends Error {
  override readonly name = 'NotUndone';
}

interface Made {
  readonly change: Change;
  readonly making: Promise<unknown>;
  undoing?: Promise<void> | undefined;
}

export class Changes {
  #made: readonly Made[] = [];
  #isInterrupted = false;

  /** Known before it is made, so that no moment is left in which it would stay. @throws CannotGoOn after an interruption. */
  async make(change: Change): Promise<void> {
    if (this.#isInterrupted) throw new CannotGoOn('Interrupted.');
    const made = { change, making: change.make() };
    this.#made = [...this.#made, made];
    await made.making;
  }

  /** The last one first, each once even if asked for twice at once. @throws NotUndone; then it can be called again. */
  async undo(): Promise<void> {
    for (const made of this.#made.toReversed()) {
      made.undoing ??= undone(made);
      try {
        await made.undoing;
      } catch (error) {
        made.undoing = undefined;
        throw new NotUndone(
          `A change could not be undone (${errorMessage(error)}): run ${made.change.byHand}`,
          { cause: error },
        );
      }
      this.#made = this.#made.filter((each) => each !== made);
    }
  }

  /** Undoes, and refuses further changes: what is under way may go on for a moment. @throws NotUndone */
  async interrupt(): Promise<void> {
    this.#isInterrupted = true;
    await this.undo();
  }
}

/** A change on its way may arrive after its undoing, so its end is waited for. */
async function undone({ change, making }: Made): Promise<void> {
  try {
    await making;
  } catch (error) {
    if (wasRefused(error)) return;
  }
  await change.undo();
}

/** The service said no, so nothing was changed; any other failure leaves it open. */
function wasRefused(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && '$fault' in error && error.$fault === 'client'
  );
}
