import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Queue } from '#server/ports/queue.ts';

export interface OpenedQueue {
  readonly queue: Queue;
  dispose(): Promise<void>;
}

/** The tests for every queue. */
export function describeQueue(name: string, open: () => Promise<OpenedQueue>): void {
  describe(`${name} as queue`, () => {
    let opened: OpenedQueue;
    let queue: Queue;
    beforeEach(async () => {
      opened = await open();
      queue = opened.queue;
    });
    afterEach(() => opened.dispose());

    test('runs what is added before and after it starts', async () => {
      const done = collect(2);
      await queue.add('a');
      queue.start(done.handler);
      await queue.add('b');
      expect((await done.all).toSorted()).toEqual(['a', 'b']);
      await queue.drain(100);
    });

    test('never runs one id twice at once, and runs it again if it was added during the work', async () => {
      let running = 0;
      let most = 0;
      const done = collect(2);
      const added: Promise<void>[] = [];
      queue.start(async (id) => {
        running += 1;
        most = Math.max(most, running);
        if (done.count() === 0) for (let i = 0; i < 5; i += 1) added.push(queue.add(id));
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        await done.handler(id);
      });
      await queue.add('a');
      expect(await done.all).toEqual(['a', 'a']);
      expect(most).toBe(1);
      // A job that is still being sent would find the database closed.
      await Promise.all(added);
      await queue.drain(100);
    });

    test('waits for the given time', async () => {
      const done = collect(1);
      const added = Date.now();
      queue.start(done.handler);
      await queue.add('later', new Date(added + 120));
      await done.all;
      expect(Date.now() - added).toBeGreaterThanOrEqual(115);
      await queue.drain(100);
    });

    test('continues after a handler throws, and calls it again for the same id', async () => {
      const done = collect(2);
      let isGoodDone = false;
      queue.start(async (id) => {
        if (id === 'bad' && !isGoodDone) throw new Error('bad');
        await done.handler(id);
        isGoodDone = true;
      });
      await queue.add('bad');
      await queue.add('good');
      expect(await done.all).toEqual(['good', 'bad']);
      await queue.drain(100);
    });

    test('starts no job while it drains, and waits for running jobs', async () => {
      const ended: string[] = [];
      const begun = Promise.withResolvers<void>();
      queue.start(async (id) => {
        begun.resolve();
        await new Promise((resolve) => setTimeout(resolve, 50));
        ended.push(id);
      });
      await queue.add('a');
      await begun.promise;
      const draining = queue.drain(2000);
      await queue.add('b');
      await draining;
      expect(ended).toEqual(['a']);
    });
  });
}

function collect(wanted: number) {
  const seen: string[] = [];
  let finish: (ids: string[]) => void = () => undefined;
  const all = new Promise<string[]>((resolve) => {
    finish = resolve;
  });
  const handler = async (id: string) => {
    seen.push(id);
    if (seen.length === wanted) finish(seen);
  };
  return { handler, all, count: () => seen.length };
}
