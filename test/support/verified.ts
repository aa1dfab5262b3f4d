import { conformance, type Conformance } from '../../tools/verify.ts';
import { conformingExchange, conformingServer, type Fault } from './conforming-server.ts';

const TIMEOUT_SECONDS = 10;

/** What the verify tool finds in a service that conforms, but for the planted fault. */
export async function verified(fault: Fault = {}): Promise<Conformance> {
  return conformance('http://test.example/v1', TIMEOUT_SECONDS, conformingExchange(fault));
}

/** The same over sockets. */
export async function verifiedOverHttp(fault: Fault = {}): Promise<Conformance> {
  const server = await conformingServer(fault);
  try {
    return await conformance(server.url, TIMEOUT_SECONDS);
  } finally {
    await server.close();
  }
}

/** `directory: name of the check`, for each check with this result. */
export function named(found: Conformance, result: 'fail' | 'note'): string[] {
  return found.checks
    .filter((check) => check.result === result)
    .map((check) => `${check.directory ?? 'service'}: ${check.name}`);
}
