/** What happens while the database or the store is slow, away or ill. */

import type { PlantedBug } from '../planted-bug.ts';

const answer = ['test/lambda/answer.test.ts'];
const errors = ['test/lambda/failure.test.ts'];

export const outageBugs: readonly PlantedBug[] = [
  {
    name: 'waits for the database as long as without a copy',
    file: 'lambda/directory/answer.ts',
    find: '    readDeadline.moveTo(READ_WITH_COPY_MS);\n',
    replace: '',
    tests: answer,
  },
  {
    name: 'does not hurry for a visitor who can be served from memory',
    file: 'lambda/directory/answer.ts',
    find: '  if (canServeStale) staleIsReady();\n',
    replace: '',
    tests: answer,
  },
  {
    name: 'makes a visitor with a copy wait for a database that wakes up',
    file: 'lambda/directory/answer.ts',
    find: 'isResuming(failure) && (await mayWait())',
    replace: 'isResuming(failure)',
    tests: answer,
  },
  {
    name: 'asks again after a statement that took too long',
    file: 'lambda/directory/answer.ts',
    find: 'isResuming(failure) && (await mayWait())',
    replace: "failure.kind === 'outage' && (await mayWait())",
    tests: answer,
  },
  {
    name: 'gives up a refresh of a database that wakes up',
    file: 'lambda/directory/answer.ts',
    find: '    if (isRefresh) return;\n',
    replace: '',
    tests: answer,
  },
  {
    name: 'keeps the sockets to the database open after the answer',
    file: 'lambda/directory/answer.ts',
    find: '    database.closeConnections();\n',
    replace: '',
    tests: answer,
  },
  {
    name: 'keeps the sockets to the store open after the answer',
    file: 'lambda/directory/answer.ts',
    find: '    lastGood.closeConnections();\n',
    replace: '',
    tests: answer,
  },
  {
    name: 'leaves the timer of the read running after the answer',
    file: 'lambda/directory/answer.ts',
    find: '    readDeadline.end();\n',
    replace: '',
    tests: answer,
  },
  {
    name: 'leaves the timer of the store running after the answer',
    file: 'lambda/directory/answer.ts',
    find: '    copyDeadline.end();\n',
    replace: '',
    tests: answer,
  },
  {
    name: 'waits for a call that hangs though its time is over',
    file: 'aws/clock.ts',
    find: "    signal.addEventListener('abort', onAbort, { once: true });\n    promise.then",
    replace: '    promise.then',
    tests: [...answer, 'test/aws/last-good.test.ts'],
  },
  {
    name: 'lets the SDK ask three times',
    file: 'lambda/directory/handler.ts',
    find: 'export const databaseClient = { maxAttempts: 1 };',
    replace: 'export const databaseClient = { maxAttempts: 3 };',
    tests: ['test/lambda/handler.test.ts'],
  },
  {
    name: 'gives up a late copy though there is nothing else to serve',
    file: 'lambda/directory/answer.ts',
    find: 'remembered === undefined ? READ_WITHOUT_COPY_MS : STORE_MS',
    replace: 'STORE_MS',
    tests: answer,
  },
  {
    name: 'waits for a late copy though the database has answered',
    file: 'lambda/directory/answer.ts',
    find: "        if (!('failure' in read)) copyDeadline.moveTo(STORE_MS);\n",
    replace: '',
    tests: answer,
  },
  {
    name: 'does not ask again a database that wakes up while the copy is late',
    file: 'lambda/directory/answer.ts',
    find: 'Promise.race([readingCopy, pause(clock, STORE_MS, readDeadline.signal)])',
    replace: 'readingCopy',
    tests: answer,
  },
  {
    name: 'measures a deadline with a clock that somebody corrects',
    file: 'aws/clock.ts',
    find: 'this.#startedAt + milliseconds - this.#clock.elapsed();',
    replace: 'this.#startedAt + milliseconds - this.#clock.now();',
    tests: answer,
  },
  {
    name: 'takes a database that wakes up for a defect',
    file: 'lambda/directory/failure.ts',
    find: '  RESUMING,\n',
    replace: '',
    tests: errors,
  },
  {
    name: 'takes a refusal of access for an outage',
    file: 'lambda/directory/failure.ts',
    find: '  RESUMING,\n',
    replace: "  RESUMING,\n  'AccessDeniedException',\n",
    tests: errors,
  },
  {
    name: 'takes an unknown error for an outage',
    file: 'lambda/directory/failure.ts',
    find: "{ kind: 'defect', name: error.name, reason: 'unforeseen', stack: framesOf(error) }",
    replace: "{ kind: 'outage', name: error.name, reason: 'unforeseen', stack: framesOf(error) }",
    tests: answer,
  },
  {
    name: 'believes the first SQLSTATE in a message, which may be a value',
    file: 'lambda/directory/failure.ts',
    find: '/^[^]*SQLState: ',
    replace: '/SQLState: ',
    tests: errors,
  },
  {
    name: 'sends the words of an error with the 503',
    file: 'lambda/directory/answer.ts',
    find: 'response: asResponse(unavailable), fromMemory: false, attempt',
    replace:
      'response: { ...asResponse(unavailable), body: JSON.stringify(attempt.failure) }, fromMemory: false, attempt',
    tests: answer,
  },
  {
    name: 'fails the answer when its log line fails',
    file: 'lambda/directory/handler.ts',
    find: '      logBug(error); // no answer fails for its log line',
    replace: '      throw error;',
    tests: ['test/lambda/handler.test.ts'],
  },
];
