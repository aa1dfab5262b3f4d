/**
 * Jest's environment for Node. Jest gives a worker process half a second to end after its last test file, and says that it leaks if
 * that is not enough, as on a machine with ten other busy programs. A process that ends by itself first frees its heap; this one
 * exits at once.
 */

import { TestEnvironment } from 'jest-environment-node';

/** The message with which jest-worker ends a worker process (`CHILD_MESSAGE_END`). */
const END = 2;

process.on('message', (message) => {
  if (Array.isArray(message) && message[0] === END) process.exit();
});

export default TestEnvironment;
