import { DeadlineExceeded, systemClock, within } from '../../../lambda/aws/clock.ts';
import { VirtualClock } from '../../support/time/virtual-clock.ts';

describe('the clock of the system', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: Date.parse('2026-11-20T08:00:00.000Z') });
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  it('calls back when the time has passed, unless it is told not to', () => {
    const callback = jest.fn();
    const cancelled = jest.fn();
    systemClock.schedule(500, callback);
    systemClock.schedule(500, cancelled)();

    jest.advanceTimersByTime(499);
    expect(callback).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);

    expect([callback.mock.calls.length, cancelled.mock.calls.length]).toEqual([1, 0]);
  });

  it('measures what passes in whole milliseconds, whatever the time is set to', () => {
    const startedAt = systemClock.elapsed();

    jest.setSystemTime(Date.parse('2020-01-01T00:00:00.000Z'));
    jest.advanceTimersByTime(500);

    expect([systemClock.elapsed() - startedAt, Number.isInteger(startedAt)]).toEqual([500, true]);
  });
});

describe('work within a time', () => {
  const clock = new VirtualClock();

  it('is what it resolves or rejects with, and leaves no timer', async () => {
    await expect(within(clock, 3000, async () => 7)).resolves.toBe(7);
    await expect(within(clock, 3000, async () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );

    expect(clock.pending).toBe(0);
  });

  it('is told when its time is over, and not waited for even if it does not listen', async () => {
    let told: AbortSignal | undefined;
    let result: unknown;
    const working = within(clock, 3000, async (signal) => {
      told = signal;
      return new Promise(() => {});
    }).catch((error: unknown) => {
      result = error;
    });

    await clock.pass(2999);
    expect([told?.aborted, result]).toEqual([false, undefined]);
    await clock.pass(1);
    await working;

    expect(result).toEqual(new DeadlineExceeded(3000));
    expect(result).toMatchObject({ message: 'No answer within 3000 ms', milliseconds: 3000 });
    expect(told?.reason).toBe(result);
  });
});
