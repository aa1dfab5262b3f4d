import type { Startup } from '../../client/src/index.ts';
import { isActive, isAlumnus } from '../../page/explorer/startups.ts';

/** `graduated` is an enrollment that has ended well. */
function enrolled(states: readonly string[]): Pick<Startup, 'enrollments'> {
  const enrollments = states.map((state) => ({
    status: state === 'graduated' ? 'completed' : state,
    graduated: state === 'graduated',
    accepted_date: '2025-03-20',
    ended_date: null,
    program_name: 'Lab',
    cohort_name: 'Cohort 2025',
  }));
  return { enrollments };
}

it.each([
  [['active'], true, false],
  [['graduated'], false, true],
  [['graduated', 'active'], true, false],
  [['graduated', 'withdrawn'], false, true],
  [['withdrawn'], false, false],
  [[], false, false],
])('after %j', (states, active, alumnus) => {
  expect(isActive(enrolled(states))).toBe(active);
  expect(isAlumnus(enrolled(states))).toBe(alumnus);
});
