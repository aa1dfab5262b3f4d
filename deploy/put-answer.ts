/** Tells CloudFormation how a custom resource ended. */

import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

import type { Waiting } from '../aws/retry.ts';

export interface CustomResourceAnswer {
  readonly Status: 'SUCCESS' | 'FAILED';
  readonly Reason: string;
  readonly PhysicalResourceId: string;
  readonly StackId: string;
  readonly RequestId: string;
  readonly LogicalResourceId: string;
  readonly NoEcho: boolean;
  readonly Data: Readonly<Record<string, string>>;
}

/** CloudFormation refuses a longer body, and the resource would hang until its timeout. */
const LONGEST_ANSWER_BYTES = 4096;

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 200;
const ANSWER_MS = 2500;

/** @throws the last error, so that Lambda calls the function again with the same event. */
export async function putAnswer(
  url: string,
  answer: CustomResourceAnswer,
  { pause }: Pick<Waiting, 'pause'>,
): Promise<void> {
  const body = bodyOf(answer);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await put(url, body);
      return;
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** (attempt - 1));
    }
  }
}

/** The whole answer, with as much of the reason as fits. */
function bodyOf(answer: CustomResourceAnswer): string {
  const whole = JSON.stringify(answer);
  if (Buffer.byteLength(whole) <= LONGEST_ANSWER_BYTES) return whole;
  let room = LONGEST_ANSWER_BYTES - Buffer.byteLength(JSON.stringify({ ...answer, Reason: '…' }));
  let kept = '';
  for (const character of answer.Reason) {
    room -= Buffer.byteLength(JSON.stringify(character)) - '""'.length;
    if (room < 0) break;
    kept += character;
  }
  return JSON.stringify({ ...answer, Reason: `${kept}…` });
}

/** The URL is signed for an empty content type: `fetch` would choose one. */
async function put(url: string, body: string): Promise<void> {
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  const headers = { 'content-type': '', 'content-length': Buffer.byteLength(body) };
  const signal = AbortSignal.timeout(ANSWER_MS);
  await new Promise<void>((resolve, reject) => {
    const request = send(url, { method: 'PUT', headers, signal, agent: false }, (response) => {
      response.resume();
      const { statusCode = 0 } = response;
      if (statusCode >= 200 && statusCode < 300) response.on('end', resolve);
      else reject(new Error(`CloudFormation's address answered HTTP ${statusCode}`));
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}
