import { once } from 'node:events';
import net from 'node:net';
import { text } from 'node:stream/consumers';

import { plainBody, recordsOf } from '../support/http/ask.ts';
import { START_LIMIT_MS, TestService } from '../support/service/service.ts';
import { planted, plantings } from './plantings.ts';

const MARK = 'X-Injected';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
}, START_LIMIT_MS);
afterAll(async () => service.close());

test('no contact in any column of the portal’s founders is in their list or in a log', async () => {
  const columns = await textColumns();
  const before = recordsOf(await service.get('founders')).length;
  const all = plantings(columns);
  await service.run(all.map(planted).join('\n'));

  const answer = await service.get('founders');
  const list = plainBody(answer).toString();
  const contacts = all.map(({ contact }) => JSON.stringify(contact).slice(1, -1));

  expect(columns).toEqual(expect.arrayContaining(['founders.email', 'founders.job_title']));
  expect(all.length).toBeGreaterThan(100);
  expect(answer.headers['x-data-source']).toBe('database');
  expect(recordsOf(answer).length).toBeGreaterThan(0.9 * before);
  expect(recordsOf(answer).length).toBeLessThan(before);
  expect(contacts.filter((contact) => list.includes(contact))).toEqual([]);
  expect(contacts.filter((contact) => service.logs.text.includes(contact))).toEqual([]);
});

test.each([
  ['a tab', `x\t${MARK}: 1`],
  ['bytes beyond ASCII', `x\u0085${MARK}: 1\u00FF`],
  ['a line that goes on', `x\r\n ${MARK}: 1`],
  ['a carriage return alone', `x\r${MARK}: 1`],
  ['a line feed alone', `x\n${MARK}: 1`],
  ['an escaped line', `x%0d%0a${MARK}: 1`],
  ['a null', `x\0${MARK}: 1`],
  ['another header', `x\r\n${MARK}: 1`],
  ['another answer', `x\r\n\r\nHTTP/1.1 200 OK\r\n${MARK}: 1`],
])('a request header with %s does not come back over a socket', async (_, value) => {
  for (const name of ['If-None-Match', 'Accept-Encoding', 'X-Forwarded-Host', 'Origin']) {
    const reply = await sentRaw(`GET /v1/jobs HTTP/1.1\r\nHost: x\r\n${name}: ${value}\r\n`);
    const [head = ''] = reply.split('\r\n\r\n');

    expect(head).toMatch(/^HTTP\/1\.1 (?:200|400) /u);
    expect(head.toLowerCase()).not.toContain(MARK.toLowerCase());
  }
});

async function textColumns(): Promise<readonly string[]> {
  const rows = await service.rows(`SELECT table_name || '.' || column_name
    FROM information_schema.columns
    WHERE table_schema = 'portal' AND data_type = 'text' AND column_name <> 'status'
      AND table_name = 'founders' ORDER BY 1`);
  return rows.map(([name]) => String(name));
}

async function sentRaw(request: string): Promise<string> {
  const { port } = new URL(service.url);
  const socket = net.connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(Buffer.from(`${request}Connection: close\r\n\r\n`, 'latin1'));
  return text(socket.setEncoding('latin1'));
}
