import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

import type { FunctionSettings } from './function-settings.ts';

/** Starts the process of an environment, with the variables that Lambda sets and nothing of ours. */
export function spawnRuntime(settings: FunctionSettings, port: number): ChildProcess {
  const { name, folder, variables, memoryMb, onLog } = settings;
  const bootstrap = path.join(import.meta.dirname, 'bootstrap.mjs');
  const child = spawn(process.execPath, ['--enable-source-maps', bootstrap], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      AWS_LAMBDA_RUNTIME_API: `127.0.0.1:${port}`,
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
      LAMBDA_TASK_ROOT: folder,
      _HANDLER: 'index.handler',
      TZ: ':UTC',
      ...variables,
    },
  });
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onLog);
  return child;
}
