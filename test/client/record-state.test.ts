import { isActive, isAlumnus, isOpen, type Startup } from '../../client/src/index.ts';

describe('a startup', () => {
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
});

describe('a job', () => {
  const now = new Date('2026-03-02T08:00:00Z');

  it.each([
    ['2026-03-02T08:00:00.001Z', true],
    ['2026-03-02T08:00:00.000Z', false],
    ['2026-03-02T09:00:00+02:00', false],
    [null, true],
    ['soon', true],
  ])('that expires at %j is open: %p', (end, open) => {
    expect(isOpen({ expires_at: end }, now)).toBe(open);
  });

  it('is open by the clock, where no time is given', () => {
    expect(isOpen({ expires_at: '2020-01-01T00:00:00Z' })).toBe(false);
    expect(isOpen({ expires_at: '9999-01-01T00:00:00Z' })).toBe(true);
  });

  it('is open by the clock as a filter, too, which passes an index', () => {
    const jobs = ['2020-01-01T00:00:00Z', '9999-01-01T00:00:00Z'].map((end) => ({
      expires_at: end,
    }));

    expect(jobs.filter(isOpen)).toEqual([{ expires_at: '9999-01-01T00:00:00Z' }]);
  });
});
