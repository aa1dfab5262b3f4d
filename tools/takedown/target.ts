/** Everything of a stage that can hold a founder. */

import { directories } from '../../contract/directories.ts';
import { stageOutput } from '../../contract/stage.ts';
import { addressOf, functionOf, type Stage } from '../stage/stage.ts';

export const { founders } = directories;

/** Of the last-good copy. */
export const COPY_KEY = founders.path.slice(1);

export interface Target {
  readonly bucket: string;
  readonly functionName: string;
  readonly distributionId: string;
  /** Of the list, as clients ask for it. */
  readonly listUrl: string;
}

/** @throws CannotGoOn */
export function targetOf(stage: Stage): Target {
  return {
    bucket: stage.output(stageOutput.lastGoodBucket),
    functionName: functionOf(stage, founders.name),
    distributionId: stage.output(stageOutput.distributionId),
    listUrl: `${addressOf(stage)}/${founders.name}`,
  };
}
