import { systemClock } from '../../aws/clock.ts';

describe('the clock of the system', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: Date.parse('2026-11-20T08:00:00.000Z') });
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('calls back when the time has passed', () => {
    const callback = jest.fn();

    systemClock.schedule(500, callback);

    jest.advanceTimersByTime(499);
    expect(callback).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  it('does not call back when it is told not to', () => {
    const callback = jest.fn();

    const cancel = systemClock.schedule(500, callback);
    cancel();

    expect(jest.getTimerCount()).toBe(0);
  });

  it('measures what passes in whole milliseconds, whatever the time is set to', () => {
    const startedAt = systemClock.elapsed();

    jest.setSystemTime(Date.parse('2020-01-01T00:00:00.000Z'));
    jest.advanceTimersByTime(500);

    expect(systemClock.elapsed() - startedAt).toBe(500);
    expect(Number.isInteger(startedAt)).toBe(true);
  });
});
