import { Turns } from '../../local/turns.ts';

test('turns come in the order in which they were asked for', async () => {
  const turns = new Turns();
  const order: number[] = [];
  const use = async (number: number) => {
    const end = await turns.take();
    order.push(number);
    end();
  };

  await Promise.all([use(1), use(2), use(3)]);

  expect(order).toEqual([1, 2, 3]);
});

test('somebody who gives up leaves the queue', async () => {
  const turns = new Turns();
  const end = await turns.take();
  const impatience = new AbortController();
  const gaveUp = turns.take({ signal: impatience.signal });
  const next = turns.take();

  impatience.abort(new Error('enough'));
  await expect(gaveUp).rejects.toThrow('Gave up waiting');
  end();

  await expect(next).resolves.toEqual(expect.any(Function));
});

test('ending a turn twice does not end the next one', async () => {
  const turns = new Turns();
  const end = await turns.take();
  const second = turns.take();
  end();
  await second;
  end();

  const third = turns.take();
  const isWaiting = await Promise.race([third.then(() => false), Promise.resolve(true)]);

  expect(isWaiting).toBe(true);
});

test('the holder hears of everyone who waits behind it', async () => {
  const turns = new Turns();
  const heard: string[] = [];
  const endFirst = await turns.take({ onWanted: () => heard.push('first') });
  const second = turns.take({ onWanted: () => heard.push('second') });
  void turns.take();
  expect(heard).toEqual(['first', 'first']);

  endFirst();
  await second;

  expect(heard).toEqual(['first', 'first', 'second']);
});
