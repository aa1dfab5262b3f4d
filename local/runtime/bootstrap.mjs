/**
 * What runs in each Lambda environment: imports the function's bundle, then asks the Runtime API for one event after
 * another (AWS Lambda Developer Guide, "Using the Lambda runtime API"). Plain JavaScript, so that the time to the first
 * answer is that of the bundle alone.
 */
import http from 'node:http'; // the bundle needs it too; fetch() would be loaded for this alone
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

const api = `http://${process.env.AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime`;

async function ask(method, to, body) {
  return new Promise((resolve, reject) => {
    http.request(`${api}/${to}`, { method, agent: false }, resolve).on('error', reject).end(body);
  });
}

async function post(to, body) {
  const response = await ask('POST', to, JSON.stringify(body ?? null));
  response.resume();
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
    next = await ask('GET', 'invocation/next');
  } catch {
    process.exit(0); // the server that started this environment is gone
  }
  const id = next.headers['lambda-runtime-aws-request-id'];
  const context = {
    awsRequestId: id,
    invokedFunctionArn: next.headers['lambda-runtime-invoked-function-arn'],
    functionName: process.env.AWS_LAMBDA_FUNCTION_NAME,
    functionVersion: process.env.AWS_LAMBDA_FUNCTION_VERSION,
    memoryLimitInMB: process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE,
  };
  try {
    await post(`invocation/${id}/response`, await handler(await json(next), context));
  } catch (error) {
    await post(`invocation/${id}/error`, described(error));
  }
}
