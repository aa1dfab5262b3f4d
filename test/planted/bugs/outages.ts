/** What happens while the database or the store is slow, away or ill. */

import { bugsIn, type PlantedBug } from '../planted-bug.ts';

export const outageBugs: readonly PlantedBug[] = [
  ...bugsIn('lambda/directory/answer.ts', ['test/lambda/answer.test.ts'], {
    'waits for the database as long as without a copy': [
      '    readDeadline.moveTo(READ_WITH_COPY_MS);\n',
      '',
    ],
    'does not hurry for a visitor who can be served from memory': [
      '  if (canServeStale) staleIsReady();\n',
      '',
    ],
    'makes a visitor with a copy wait for a database that wakes up': [' && (await mayWait())', ''],
    'asks again after a statement that took too long': [
      'isResuming(failure) && (await mayWait())',
      "failure.kind === 'outage' && (await mayWait())",
    ],
    'gives up a refresh of a database that wakes up': ['    if (isRefresh) return;\n', ''],
    'keeps the sockets to the database open after the answer': [
      '    database.closeConnections();\n',
      '',
    ],
    'keeps the sockets to the store open after the answer': [
      '    lastGood.closeConnections();\n',
      '',
    ],
    'leaves the timer of the read running after the answer': ['    readDeadline.end();\n', ''],
    'leaves the timer of the store running after the answer': ['    copyDeadline.end();\n', ''],
    'gives up a late copy though there is nothing else to serve': [
      'remembered === undefined ? READ_WITHOUT_COPY_MS : STORE_MS',
      'STORE_MS',
    ],
    'waits for a late copy though the database has answered': [
      "        if (!('failure' in read)) copyDeadline.moveTo(STORE_MS);\n",
      '',
    ],
    'does not ask again a database that wakes up while the copy is late': [
      'Promise.race([readingCopy, pause(clock, STORE_MS, readDeadline.signal)])',
      'readingCopy',
    ],
    'sends the words of an error with the 503': [
      'response: asResponse(unavailable), fromMemory: false, attempt',
      'response: { ...asResponse(unavailable), body: JSON.stringify(attempt.failure) }, fromMemory: false, attempt',
    ],
  }),
  ...bugsIn('aws/clock.ts', ['test/lambda/answer.test.ts', 'test/aws/last-good.test.ts'], {
    'waits for a call that hangs though its time is over': [
      "    signal.addEventListener('abort', onAbort, { once: true });\n    promise.then",
      '    promise.then',
    ],
  }),
  ...bugsIn('lambda/directory/handler.ts', ['test/lambda/handler.test.ts'], {
    'lets the SDK ask three times': ['{ maxAttempts: 1 }', '{ maxAttempts: 3 }'],
    'fails the answer when its log line fails': [
      '      logBug(error); // no answer fails for its log line',
      '      throw error;',
    ],
  }),
  ...bugsIn('aws/clock.ts', ['test/lambda/answer.test.ts'], {
    'measures a deadline with a clock that somebody corrects': [
      'this.#startedAt + milliseconds - this.#clock.elapsed();',
      'this.#startedAt + milliseconds - this.#clock.now();',
    ],
  }),
  ...bugsIn('lambda/directory/failure.ts', ['test/lambda/failure.test.ts'], {
    'takes a database that wakes up for a defect': ['  RESUMING,\n', ''],
    'takes a refusal of access for an outage': [
      '  RESUMING,\n',
      "  RESUMING,\n  'AccessDeniedException',\n",
    ],
    'believes the first SQLSTATE in a message, which may be a value': ['^[^]*SQLState', 'SQLState'],
  }),
  ...bugsIn('lambda/directory/failure.ts', ['test/lambda/answer.test.ts'], {
    'takes an unknown error for an outage': [
      "{ kind: 'defect', name: error.name, reason: 'unforeseen', stack: framesOf(error) }",
      "{ kind: 'outage', name: error.name, reason: 'unforeseen', stack: framesOf(error) }",
    ],
  }),
];
