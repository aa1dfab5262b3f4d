/**
 * Loaded into each process of a function: on SIGUSR2 it collects its garbage and writes what is left. A process at rest
 * keeps what it remembers, and nothing that grows. Ctrl-C reaches it too, but the soak ends it.
 */

process.on('SIGINT', () => {});

process.on('SIGUSR2', () => {
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  const probe = { pid: process.pid, keptBytes: heapUsed + external, rssBytes: rss };
  process.stderr.write(`${JSON.stringify({ probe })}\n`);
});
