import { MARKER } from '../../deploy/database/test-data.ts';
import { markerOf, setUpScript } from '../../local/test-data.ts';

const usual = { startups: 120, withJobs: true };

test('the marker is the same for the same data, and another one for any other', () => {
  const markers = [
    usual,
    { startups: 121, withJobs: true },
    { startups: 120, withJobs: false },
  ].map(markerOf);

  expect(markerOf({ ...usual })).toBe(markers[0]);
  expect(new Set(markers).size).toBe(3);
  for (const marker of markers) expect(marker).toMatch(new RegExp(`^${MARKER}[0-9a-f]{64}$`));
});

test('the script is one transaction that ends with the marker', () => {
  const script = setUpScript(usual);

  expect(script).toMatch(/^BEGIN;\n/);
  expect(script).toMatch(
    new RegExp(`COMMENT ON SCHEMA portal IS '${markerOf(usual)}';\nCOMMIT;\nANALYZE;$`),
  );
  expect(script.match(/^(?:BEGIN|COMMIT);$/gm)).toHaveLength(2);
});

test('the script loads what is asked for', () => {
  expect(setUpScript({ startups: 7, withJobs: false })).toContain(
    'portal.load_test_data(7, false)',
  );
});
