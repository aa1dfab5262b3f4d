import type { Conformance } from '../../tools/verify/conformance.ts';
import { report } from '../../tools/verify/report.ts';

const found: Conformance = {
  url: 'http://127.0.0.1:8787/v1',
  checks: [
    { name: 'sets no cookie', directory: 'startups', result: 'pass', detail: 'none' },
    { name: 'sets no cookie', directory: 'founders', result: 'fail', detail: 'it does' },
    { name: 'sets no cookie', directory: 'jobs', result: 'note', detail: 'not checked' },
    { name: 'gives no slug twice', directory: 'startups', result: 'pass', detail: '12 values' },
    { name: 'answers 404 to /v1', directory: null, result: 'pass', detail: 'with a problem' },
  ],
  passed: 3,
  failed: 1,
  requests: 56,
  slowestMs: 12,
};

test('a person reads one row for each check, then what needs reading, then the count', () => {
  expect(report(found, false)).toMatchInlineSnapshot(`
    "http://127.0.0.1:8787/v1

    each list            startups  founders  jobs
    sets no cookie       pass      FAIL      note
    gives no slug twice  pass      -         -

    the service as a whole
    answers 404 to /v1   pass

    FAIL      founders  sets no cookie: it does
    note      jobs      sets no cookie: not checked
    56 requests, the slowest took 12 ms
    3 passed, 1 failed"
  `);
});

test('colours are left out where nobody sees them', () => {
  expect(report(found, false)).not.toContain('\u001B[');
  expect(report(found, true)).toContain('\u001B[31mFAIL');
});
