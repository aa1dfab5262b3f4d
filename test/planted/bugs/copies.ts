/** The last-good copy: what is written over what, and which one is believed. */

import { bugsIn, type PlantedBug } from '../planted-bug.ts';

export const copyBugs: readonly PlantedBug[] = [
  ...bugsIn('lambda/directory/answer.ts', ['test/lambda/answer.test.ts'], {
    'does not wait until the copy is written': [
      'const kept = await keep(directory, clock, lastGood, toKeep, copy, Math.min(STORE_MS, leftMs));',
      "const kept: CopyWrite = { state: 'written' };\n    void keep(directory, clock, lastGood, toKeep, copy, Math.min(STORE_MS, leftMs));",
    ],
    'does not write the copy again for a deploy that asks whether it may': [
      'if (copy === snapshot) return false;',
      '',
    ],
    'replaces a newer copy by an older list': [
      "if (copy.state === 'found' && isNewer(copy.snapshot, snapshot, clock.now())) {",
      'if (Number.isNaN(snapshot.cachedAt)) {',
    ],
    'never replaces a copy whose time is in the future': [' && !isFromFuture(copy, now)', ''],
    'keeps a list before it is checked': [
      '    const result: ReadResult =\n',
      "    if ('rows' in read) await lastGood.write(directory, makeSnapshot(read.rows, read.cachedAt), copy, copyDeadline.signal);\n    const result: ReadResult =\n",
    ],
    'lets a copy that hangs while it is written hold up the answer': [
      'Math.min(STORE_MS, leftMs)',
      '60_000',
    ],
  }),
  ...bugsIn('aws/last-good.ts', ['test/aws/last-good.test.ts'], {
    'writes over whatever another process has written meanwhile': [
      "copy.state === 'absent' ? { IfNoneMatch: '*' } : { IfMatch: copy.etag }",
      '{}',
    ],
    'takes its own write, whose answer was lost, for that of another process': [
      "isSame(now.snapshot, snapshot) ? 'written' : 'superseded'",
      "'superseded'",
    ],
    'tries a write again that was refused': [' && RESET.has(first)', ''],
    'serves a copy of another stage': [
      "  if (metadata[copyMetadata.bucket] !== bucket) return unusable('another bucket');\n",
      '',
    ],
    'counts the time behind a stored list as a part of it': [
      'stored.subarray(0, listLength(stored))',
      'stored',
    ],
    'writes though it could not see what is there': [
      "  if (copy.state === 'unreachable') return { state: 'failed', reason: copy.reason }; // what is there may be newer\n  const condition = copy.state === 'absent'",
      "  const condition = copy.state === 'absent' || copy.state === 'unreachable'",
    ],
    'serves a copy with a flipped bit': [
      "  if (metadata[copyMetadata.sha256] !== sha256) return unusable('not the bytes that were written');\n",
      '',
    ],
    'serves the copy of another directory': [
      "  if (metadata[copyMetadata.directory] !== directory.name) return unusable('another directory');\n",
      '',
    ],
    'serves a copy of a format that it does not know': [
      "  if (metadata[copyMetadata.format] !== copyFormat) return unusable('another format');\n",
      '',
    ],
    'serves a copy without a time': ['Number.isNaN(cachedAt) || ', ''],
    'takes a store that is away for one without a copy': [
      "    return { state: 'unreachable', reason: name };",
      "    return { state: 'absent' };",
    ],
    'keeps the copy where the edge does not look for it': [
      'directory.path.slice(1)',
      'directory.name',
    ],
  }),
];
