import { plainBody, recordsOf } from '../support/http/ask.ts';
import { corpus } from '../contract/corpus.ts';
import { exchange } from '../support/http/exchange.ts';
import { START_LIMIT_MS, TestService } from '../support/service/service.ts';

const MARK = 'X-Injected';

/** More of them, and a list is refused as a whole: here the records themselves are to be checked. */
const IN_REQUIRED = 2;
const IN_OTHERS = 25;
const REQUIRED: ReadonlySet<string> = new Set(['first_name', 'last_name']);

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

  expect(columns).toEqual(expect.arrayContaining(['email', 'job_title']));
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
    const request = `GET /v1/jobs HTTP/1.1\r\nHost: x\r\n${name}: ${value}\r\nConnection: close\r\n\r\n`;
    const { text } = await exchange(service.url, Buffer.from(request, 'latin1'));
    const [head = ''] = text.split('\r\n\r\n');

    expect(head).toMatch(/^HTTP\/1\.1 (?:200|400) /u);
    expect(head.toLowerCase()).not.toContain(MARK.toLowerCase());
  }
});

async function textColumns(): Promise<readonly string[]> {
  const rows = await service.rows(`SELECT column_name FROM information_schema.columns
    WHERE table_schema = 'portal' AND table_name = 'founders' AND data_type = 'text' ORDER BY 1`);
  return rows.map(([name]) => String(name));
}

interface Planting {
  readonly column: string;
  /** Which record, counted from 0. */
  readonly nth: number;
  readonly contact: string;
}

/** Contacts for every column, each for a record of its own. */
function plantings(columns: readonly string[]): Planting[] {
  const contacts = [...corpus('contacts').values()].flat();
  let next = 0;
  return columns.flatMap((column) => {
    const times = REQUIRED.has(column) ? IN_REQUIRED : IN_OTHERS;
    return Array.from({ length: times }, (_, index) => {
      next += 7; // so that neighbours are of different kinds; no multiple of it is their number
      return { column, nth: next + index, contact: contacts[next % contacts.length] ?? '' };
    });
  });
}

/** A row that is counted past the last one is one of the first. */
function planted({ column, nth, contact }: Planting): string {
  return `UPDATE portal.founders SET ${column} = ${literal(contact)}
    WHERE id = (
      SELECT id FROM portal.founders WHERE in_public_directory ORDER BY id
      OFFSET ${nth} % (SELECT count(*) FROM portal.founders WHERE in_public_directory) LIMIT 1
    );`;
}

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
