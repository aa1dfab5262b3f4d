import { directory } from '../../client/src/index.ts';

/** The address that a client of this one asks. */
async function askedBy(address: string | URL): Promise<string> {
  let asked = '';
  const fetch = async (input: unknown): Promise<Response> => {
    asked = String(input);
    return new Response('[]');
  };
  await directory(address, { fetch }).startups();
  return asked;
}

describe('the address of the service', () => {
  it.each([
    ['https://directory.example.org/v1', 'https://directory.example.org/v1/startups'],
    ['https://directory.example.org/v1/', 'https://directory.example.org/v1/startups'],
    ['HTTPS://Directory.example.org/v1', 'https://directory.example.org/v1/startups'],
    ['http://127.0.0.1:8787/v1', 'http://127.0.0.1:8787/v1/startups'],
    ['http://[::1]:8787/api/v1/', 'http://[::1]:8787/api/v1/startups'],
  ])('%s is taken', async (address, asked) => {
    expect(await askedBy(address)).toBe(asked);
    expect(await askedBy(new URL(address))).toBe(asked);
  });

  it.each([
    '',
    'directory.example.org/v1',
    '/v1',
    'blob:https://directory.example.org/v1',
    'ftp://directory.example.org/v1',
    'https://directory.example.org',
    'https://directory.example.org/v2',
    'https://directory.example.org/v1/startups',
    'https://directory.example.org/v1//',
    'https://directory.example.org/v1?key=1',
    'https://directory.example.org/v1?',
    'https://directory.example.org/v1#top',
    'https://user:password@directory.example.org/v1',
  ])('"%s" is refused at once', (address) => {
    expect(() => directory(address)).toThrow(
      new TypeError(
        `directory() takes the whole address of a service with its version, like https://directory.example.org/v1, and was given "${address}".`,
      ),
    );
  });

  it.each([undefined, null, 8787, {}])('%p is refused at once', (address) => {
    expect(() => directory(address as never)).toThrow('directory() takes the whole address');
  });
});

it('asks with the fetch and the clock that are global at that time', async () => {
  const client = directory('https://directory.example.org/v1');
  const fetch = jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(
      async () => new Response('[]', { headers: { 'Cache-Control': 'max-age=60' } }),
    );
  const now = jest.spyOn(Date, 'now').mockReturnValue(0);

  await client.jobs();
  now.mockReturnValue(59_999);
  await client.jobs();
  expect(fetch).toHaveBeenCalledTimes(1);
  now.mockReturnValue(60_000);
  await client.jobs();
  expect(fetch).toHaveBeenCalledTimes(2);
});
