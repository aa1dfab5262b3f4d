import {
  Deadline,
  DeadlineExceeded,
  orAborted,
  pause,
  systemClock,
} from '../../../lambda/aws/clock.ts';
import { never } from '../../support/aws/fake-dependencies.ts';
import { VirtualClock } from '../../support/time/virtual-clock.ts';

let clock: VirtualClock;

beforeEach(() => {
  clock = new VirtualClock();
});

/** A signal, and whether all that listened to it has gone. */
function watchedSignal() {
  const { signal } = new AbortController();
  const added = jest.spyOn(signal, 'addEventListener');
  const removed = jest.spyOn(signal, 'removeEventListener');
  const expectNothingLeft = (): void => {
    expect(added.mock.calls).toEqual([['abort', expect.any(Function), { once: true }]]);
    expect(removed.mock.calls).toEqual([added.mock.calls[0]?.slice(0, 2)]);
  };
  return { signal, expectNothingLeft };
}

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
    systemClock.schedule(500, jest.fn())();

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

describe('a deadline', () => {
  it('aborts when its time is over, not before, and says how long that was', async () => {
    const { signal } = new Deadline(clock, 3000);

    await clock.pass(2999);
    expect(signal.aborted).toBe(false);
    await clock.pass(1);

    expect(signal.reason).toBeInstanceOf(DeadlineExceeded);
    expect(signal.reason).toMatchObject({
      name: 'DeadlineExceeded',
      message: 'No answer within 3000 ms',
      milliseconds: 3000,
    });
  });

  it('that is moved counts from its start, and the time before holds no more', async () => {
    const deadline = new Deadline(clock, 2000);
    await clock.pass(1000);

    deadline.moveTo(5000);

    await clock.pass(3999);
    expect(deadline.signal.aborted).toBe(false);
    await clock.pass(1);
    expect(deadline.signal.reason).toMatchObject({ milliseconds: 5000 });
    expect(clock.pending).toBe(0);
  });

  it('that is moved to a time which has passed aborts at once, not in the past', async () => {
    const scheduled = jest.spyOn(clock, 'schedule');
    const deadline = new Deadline(clock, 8000);
    await clock.pass(5000);

    deadline.moveTo(3000);
    await clock.pass(0);

    expect(scheduled.mock.calls.map(([milliseconds]) => milliseconds)).toEqual([8000, 0]);
    expect(deadline.signal.aborted).toBe(true);
  });

  it('that is ended leaves no timer, and aborts what still hangs on it', async () => {
    const deadline = new Deadline(clock, 8000);
    await clock.pass(1200);

    deadline.end();

    expect(clock.pending).toBe(0);
    expect(deadline.signal.reason).toMatchObject({ milliseconds: 1200 });
  });
});

describe('a promise under a signal', () => {
  it('settles as it does, and leaves nothing behind at a signal that lives on', async () => {
    const { signal, expectNothingLeft } = watchedSignal();

    await expect(orAborted(signal, Promise.resolve(7))).resolves.toBe(7);
    await Promise.resolve();
    expectNothingLeft();

    await expect(orAborted(signal, Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('is rejected with the reason as soon as the signal aborts', async () => {
    const controller = new AbortController();
    const waiting = orAborted(controller.signal, never());

    controller.abort(new DeadlineExceeded(3000));

    await expect(waiting).rejects.toEqual(new DeadlineExceeded(3000));
  });

  it.each([
    ['with the reason', new DeadlineExceeded(0), new DeadlineExceeded(0)],
    ['with an Error, whatever the reason is', 'a text', new Error('aborted')],
  ])('is rejected where the signal has aborted before, %s', async (_, reason, error) => {
    await expect(orAborted(AbortSignal.abort(reason), never())).rejects.toEqual(error);
  });
});

describe('a pause', () => {
  it('lasts as long as it should, and leaves nothing behind', async () => {
    const { signal, expectNothingLeft } = watchedSignal();

    const pausing = pause(clock, 500, signal);
    await clock.pass(499);
    expect(clock.pending).toBe(1);
    await clock.pass(1);

    expect(await pausing).toBe(true);
    expectNothingLeft();
  });

  it('ends when the signal aborts, and leaves no timer', async () => {
    const controller = new AbortController();

    const pausing = pause(clock, 500, controller.signal);
    controller.abort();

    expect(await pausing).toBe(false);
    expect(clock.pending).toBe(0);
  });

  it('does not begin after the signal has aborted', async () => {
    expect(await pause(clock, 500, AbortSignal.abort())).toBe(false);
    expect(clock.pending).toBe(0);
  });
});
