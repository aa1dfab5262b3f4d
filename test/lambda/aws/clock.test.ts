import { getEventListeners } from 'node:events';

import { pause } from '../../../lambda/aws/clock.ts';
import { VirtualClock } from '../../support/clocks.ts';

test('a pause leaves no listener on its signal', async () => {
  const clock = new VirtualClock();
  const { signal } = new AbortController();

  const paused = pause(clock, 1000, signal);
  await clock.pass(1000);
  await paused;

  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('an aborted pause rejects with the reason of its signal, and leaves no timer', async () => {
  const clock = new VirtualClock();
  const controller = new AbortController();

  const paused = pause(clock, 1000, controller.signal);
  controller.abort(new Error('too late'));

  await expect(paused).rejects.toThrow('too late');
  await expect(pause(clock, 1000, controller.signal)).rejects.toThrow('too late');
  expect(clock.pending).toBe(0);
});
