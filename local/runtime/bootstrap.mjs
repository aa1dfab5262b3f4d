/**
 * What runs in each Lambda environment: imports the function's bundle, then asks the Runtime API for one event after
 * another (AWS Lambda Developer Guide, "Using the Lambda runtime API"). Plain JavaScript, so that the time to the first
 * answer is that of the bundle alone.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const api = `http://${process.env.AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime`;

async function post(to, body) {
  await fetch(`${api}/${to}`, { method: 'POST', body: JSON.stringify(body ?? null) });
}

function described(error) {
  return error instanceof Error
    ? { errorType: error.name, errorMessage: error.message, stackTrace: error.stack?.split('\n') }
    : { errorType: 'Unknown', errorMessage: String(error) };
}

async function importHandler() {
  const [module, name] = process.env._HANDLER.split('.');
  const file = path.join(process.env.LAMBDA_TASK_ROOT, `${module}.mjs`);
  return (await import(pathToFileURL(file)))[name];
}

let handler;
try {
  handler = await importHandler();
} catch (error) {
  await post('init/error', described(error));
  process.exit(1);
}

for (;;) {
  let next;
  try {
    next = await fetch(`${api}/invocation/next`);
  } catch {
    process.exit(0); // the server that started this environment is gone
  }
  const id = next.headers.get('lambda-runtime-aws-request-id');
  const deadline = Number(next.headers.get('lambda-runtime-deadline-ms'));
  const context = {
    awsRequestId: id,
    invokedFunctionArn: next.headers.get('lambda-runtime-invoked-function-arn'),
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
    getRemainingTimeInMillis: () => deadline - Date.now(),
  };
  try {
    await post(`invocation/${id}/response`, await handler(await next.json(), context));
  } catch (error) {
    await post(`invocation/${id}/error`, described(error));
  }
}
