/** Every database fault, every state of the stored copy, every life of a process, every directory. */

import { allDirectories, type Directory } from '../../contract/directories.ts';
import { databaseFaults } from '../simulation/database-faults.ts';
import { spoils } from '../simulation/corruptions.ts';
import { storeFaults } from '../simulation/store-faults.ts';
import type { Cell, Life } from './oracle.ts';

export interface DirectoryCell extends Cell {
  readonly directory: Directory;
}

const lives: readonly Life[] = ['cold', 'warm', 'thawed'];

export function allCells(): readonly DirectoryCell[] {
  const copyStates = ['good', ...Object.keys(spoils), ...Object.keys(storeFaults)];
  return ['up', ...Object.keys(databaseFaults)].flatMap((databaseFault) =>
    copyStates.flatMap((copyState) =>
      lives.flatMap((life) =>
        allDirectories.map((directory) => ({ databaseFault, copyState, life, directory })),
      ),
    ),
  );
}

export function nameOf({ databaseFault, copyState, life, directory }: DirectoryCell): string {
  return `${directory.name}, ${life}, database: ${databaseFault}, copy: ${copyState}`;
}
