import { isActive, isAlumnus } from '../../page/explorer/enrollment-status.ts';
import { standing } from './startups.ts';

it.each([
  [['active'], true, false],
  [['graduated'], false, true],
  [['graduated', 'active'], true, false],
  [['graduated', 'withdrawn'], false, true],
  [['withdrawn'], false, false],
  [[], false, false],
])('after %j', (states, active, alumnus) => {
  expect(isActive(standing(...states))).toBe(active);
  expect(isAlumnus(standing(...states))).toBe(alumnus);
});
