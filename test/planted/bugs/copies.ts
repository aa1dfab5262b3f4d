/** The last-good copy: what is written over what, and which one is believed. */

import type { PlantedBug } from '../planted-bug.ts';

const answer = ['test/lambda/answer.test.ts'];
const lastGood = ['test/aws/last-good.test.ts'];

export const copyBugs: readonly PlantedBug[] = [
  {
    name: 'does not wait until the copy is written',
    file: 'lambda/directory/answer.ts',
    find: 'const kept = await keep(directory, clock, lastGood, toKeep, copy, Math.min(STORE_MS, leftMs));',
    replace:
      "const kept: CopyWrite = { state: 'written' };\n    void keep(directory, clock, lastGood, toKeep, copy, Math.min(STORE_MS, leftMs));",
    tests: answer,
  },
  {
    name: 'writes over whatever another process has written meanwhile',
    file: 'aws/last-good.ts',
    find: "copy.state === 'absent' ? { IfNoneMatch: '*' } : { IfMatch: copy.etag }",
    replace: '{}',
    tests: lastGood,
  },
  {
    name: 'takes its own write, whose answer was lost, for that of another process',
    file: 'aws/last-good.ts',
    find: "isSame(now.snapshot, snapshot) ? 'written' : 'superseded'",
    replace: "'superseded'",
    tests: lastGood,
  },
  {
    name: 'tries a write again that was refused',
    file: 'aws/last-good.ts',
    find: 'first !== undefined && RESET.has(first)',
    replace: 'first !== undefined',
    tests: lastGood,
  },
  {
    name: 'does not write the copy again for a deploy that asks whether it may',
    file: 'lambda/directory/answer.ts',
    find: 'if (copy === snapshot) return false;',
    replace: '',
    tests: answer,
  },
  {
    name: 'serves a copy of another stage',
    file: 'aws/last-good.ts',
    find: "  if (metadata[copyMetadata.bucket] !== bucket) return unusable('another bucket');\n",
    replace: '',
    tests: lastGood,
  },
  {
    name: 'counts the time behind a stored list as a part of it',
    file: 'aws/last-good.ts',
    find: 'stored.subarray(0, listLength(stored))',
    replace: 'stored',
    tests: lastGood,
  },
  {
    name: 'writes though it could not see what is there',
    file: 'aws/last-good.ts',
    find: "  if (copy.state === 'unreachable') return { state: 'failed', reason: copy.reason }; // what is there may be newer\n  const condition = copy.state === 'absent'",
    replace: "  const condition = copy.state === 'absent' || copy.state === 'unreachable'",
    tests: lastGood,
  },
  {
    name: 'replaces a newer copy by an older list',
    file: 'lambda/directory/answer.ts',
    find: "if (copy.state === 'found' && isNewer(copy.snapshot, snapshot, clock.now())) {",
    replace: 'if (Number.isNaN(snapshot.cachedAt)) {',
    tests: answer,
  },
  {
    name: 'never replaces a copy whose time is in the future',
    file: 'lambda/directory/answer.ts',
    find: 'copy.cachedAt >= snapshot.cachedAt && !isFromFuture(copy, now)',
    replace: 'copy.cachedAt >= snapshot.cachedAt',
    tests: answer,
  },
  {
    name: 'keeps a list before it is checked',
    file: 'lambda/directory/answer.ts',
    find: '    const result: ReadResult =\n',
    replace:
      "    if ('rows' in read) await lastGood.write(directory, makeSnapshot(read.rows, read.cachedAt), copy, copyDeadline.signal);\n    const result: ReadResult =\n",
    tests: answer,
  },
  {
    name: 'serves a copy with a flipped bit',
    file: 'aws/last-good.ts',
    find: "  if (metadata[copyMetadata.sha256] !== sha256) return unusable('not the bytes that were written');\n",
    replace: '',
    tests: lastGood,
  },
  {
    name: 'serves the copy of another directory',
    file: 'aws/last-good.ts',
    find: "  if (metadata[copyMetadata.directory] !== directory.name) return unusable('another directory');\n",
    replace: '',
    tests: lastGood,
  },
  {
    name: 'serves a copy of a format that it does not know',
    file: 'aws/last-good.ts',
    find: "  if (metadata[copyMetadata.format] !== copyFormat) return unusable('another format');\n",
    replace: '',
    tests: lastGood,
  },
  {
    name: 'serves a copy without a time',
    file: 'aws/last-good.ts',
    find: 'Number.isNaN(cachedAt) || !Number.isSafeInteger(records)',
    replace: '!Number.isSafeInteger(records)',
    tests: lastGood,
  },
  {
    name: 'takes a store that is away for one without a copy',
    file: 'aws/last-good.ts',
    find: "    return { state: 'unreachable', reason: name };",
    replace: "    return { state: 'absent' };",
    tests: lastGood,
  },
  {
    name: 'keeps the copy where the edge does not look for it',
    file: 'aws/last-good.ts',
    find: 'return directory.path.slice(1);',
    replace: 'return directory.name;',
    tests: lastGood,
  },
  {
    name: 'lets a copy that hangs while it is written hold up the answer',
    file: 'lambda/directory/answer.ts',
    find: 'Math.min(STORE_MS, leftMs)',
    replace: '60_000',
    tests: answer,
  },
];
