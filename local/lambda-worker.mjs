/**
 * A stand-in for the Lambda runtime. It runs in a worker thread for each execution environment of a function, passes each event
 * to the bundle's handler, and sends the answer back as JSON.
 */

import { parentPort, workerData } from 'node:worker_threads';

process.setSourceMapsEnabled(true);
const { handler } = await import(workerData.bundle);

/** Resolves when the parent has received the output. The answer is sent only then, so that the log lines arrive first. */
const written = (stream) => new Promise((resolve) => stream.write('', resolve));

async function work({ event, context }) {
  let answer;
  try {
    answer = { json: JSON.stringify((await handler(JSON.parse(event), context)) ?? null) };
  } catch (error) {
    answer = { thrown: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  await Promise.all([written(process.stdout), written(process.stderr)]);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to a thread, not to a window
  parentPort.postMessage(answer);
}

parentPort.on('message', (message) => void work(message));
