import { isFromFuture, makeSnapshot } from '../../aws/last-good.ts';

const NOW = Date.parse('2026-11-20T08:00:00.000Z');
const FIVE_MINUTES_MS = 300_000;

describe('a snapshot', () => {
  it('is the JSON of its records, with their number and the hash of its bytes', () => {
    expect(makeSnapshot([{ name: 'é' }], NOW)).toEqual({
      records: 1,
      cachedAt: NOW,
      body: Buffer.from('[{"name":"é"}]', 'utf8'),
      sha256: 'aae35caffbc95b2bbab78f2ec7f4665aa36f7f1abbdd9deb805b142cae2db4e2',
    });
  });

  it('is from the future when it is further ahead than clocks of processes differ', () => {
    expect(isFromFuture(makeSnapshot([], NOW + FIVE_MINUTES_MS), NOW)).toBe(false);
    expect(isFromFuture(makeSnapshot([], NOW + FIVE_MINUTES_MS + 1), NOW)).toBe(true);
    expect(isFromFuture(makeSnapshot([], NOW - FIVE_MINUTES_MS - 1), NOW)).toBe(false);
  });
});
