import { Deadline, DeadlineExceeded, orAborted, pause } from '../../aws/clock.ts';
import { never } from '../support/aws/fake-dependencies.ts';
import { VirtualClock } from '../support/time/virtual-clock.ts';

describe('a deadline', () => {
  it('aborts when its time is over, not before, and says how long that was', async () => {
    const clock = new VirtualClock();
    const { signal } = new Deadline(clock, 3000);

    await clock.pass(2999);
    expect(signal.aborted).toBe(false);
    await clock.pass(1);

    expect(signal.reason).toEqual(new DeadlineExceeded(3000));
    expect(signal.reason).toMatchObject({
      name: 'DeadlineExceeded',
      message: 'No answer within 3000 ms',
      milliseconds: 3000,
    });
  });

  it('that is moved counts from its start, and the time before holds no more', async () => {
    const clock = new VirtualClock();
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
    const clock = new VirtualClock();
    const scheduled = jest.spyOn(clock, 'schedule');
    const deadline = new Deadline(clock, 8000);
    await clock.pass(5000);

    deadline.moveTo(3000);
    await clock.pass(0);

    expect(scheduled.mock.calls.map(([milliseconds]) => milliseconds)).toEqual([8000, 0]);
    expect(deadline.signal.aborted).toBe(true);
  });

  it('that is ended leaves no timer, and aborts what still hangs on it', async () => {
    const clock = new VirtualClock();
    const deadline = new Deadline(clock, 8000);
    await clock.pass(1200);

    deadline.end();

    expect(clock.pending).toBe(0);
    expect(deadline.signal.reason).toMatchObject({ milliseconds: 1200 });
  });
});

describe('a promise under a signal', () => {
  it('settles as it does', async () => {
    const { signal } = new AbortController();

    await expect(orAborted(signal, Promise.resolve(7))).resolves.toBe(7);
    await expect(orAborted(signal, Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('is rejected with the reason as soon as the signal aborts', async () => {
    const controller = new AbortController();
    const waiting = orAborted(controller.signal, never());

    controller.abort(new DeadlineExceeded(3000));

    await expect(waiting).rejects.toEqual(new DeadlineExceeded(3000));
  });

  it('is rejected where the signal has aborted before', async () => {
    const signal = AbortSignal.abort(new DeadlineExceeded(0));

    await expect(orAborted(signal, never())).rejects.toEqual(new DeadlineExceeded(0));
  });

  it('is rejected with an Error, whatever the reason is', async () => {
    await expect(orAborted(AbortSignal.abort('a text'), never())).rejects.toEqual(
      new Error('aborted'),
    );
  });

  it('leaves nothing behind at a signal that lives on', async () => {
    const { signal } = new AbortController();
    const added = jest.spyOn(signal, 'addEventListener');
    const removed = jest.spyOn(signal, 'removeEventListener');

    await orAborted(signal, Promise.resolve());
    await Promise.resolve();

    expect(added.mock.calls).toEqual([['abort', expect.any(Function), { once: true }]]);
    expect(removed.mock.calls).toEqual([added.mock.calls[0]?.slice(0, 2)]);
  });
});

describe('a pause', () => {
  it('lasts as long as it should, and leaves nothing behind', async () => {
    const clock = new VirtualClock();
    const { signal } = new AbortController();
    const added = jest.spyOn(signal, 'addEventListener');
    const removed = jest.spyOn(signal, 'removeEventListener');

    const pausing = pause(clock, 500, signal);
    await clock.pass(499);
    expect(clock.pending).toBe(1);
    await clock.pass(1);

    expect(await pausing).toBe(true);
    expect(added.mock.calls).toEqual([['abort', expect.any(Function), { once: true }]]);
    expect(removed.mock.calls).toEqual([added.mock.calls[0]?.slice(0, 2)]);
  });

  it('ends when the signal aborts, and leaves no timer', async () => {
    const clock = new VirtualClock();
    const controller = new AbortController();

    const pausing = pause(clock, 500, controller.signal);
    controller.abort();

    expect(await pausing).toBe(false);
    expect(clock.pending).toBe(0);
  });

  it('does not begin after the signal has aborted', async () => {
    const clock = new VirtualClock();

    expect(await pause(clock, 500, AbortSignal.abort())).toBe(false);
    expect(clock.pending).toBe(0);
  });
});
