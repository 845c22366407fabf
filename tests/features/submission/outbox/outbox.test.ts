import { locks } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Delivery, type DrainOptions, type OutboxRunner, runOutbox } from '#features/submission/outbox/drain.ts';
import type { OutboxEntry } from '#features/submission/outbox/outbox-storage.ts';
import { entryOf } from './entries.ts';

const MINUTE = 60_000;
let line: OutboxEntry[];
let fate: Delivery;
let attempts: number;
let atOnce: number;
let runner: OutboxRunner;

const options: DrainOptions = {
  list: async () => line,
  find: async (id) => line.find((entry) => entry.id === id),
  remove: async ({ id }) => {
    line = line.filter((entry) => entry.id !== id);
  },
  replace: async () => true,
  expire: async () => {},
  send: async () => {
    attempts += 1;
    atOnce += 1;
    expect(atOnce).toBe(1);
    await new Promise((done) => setTimeout(done, 10));
    atOnce -= 1;
    return fate;
  },
  serverAnswers: async () => false,
  now: Date.now,
  onChange: async () => {},
};

beforeEach(() => {
  vi.useFakeTimers();
  line = [entryOf('Mei', 1, Date.now())];
  fate = { kind: 'later' };
  attempts = 0;
  atOnce = 0;
  runner = runOutbox(options);
});
afterEach(() => {
  runner.stop();
  vi.useRealTimers();
});

describe('the outbox at work', () => {
  test('retries automatically, with pauses that grow to half a minute', async () => {
    runner.wake();
    await vi.advanceTimersByTimeAsync(5000);
    expect(attempts).toBeGreaterThanOrEqual(2);
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    const before = attempts;
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(attempts - before).toBeGreaterThanOrEqual(10 * (60 / 38));
    expect(attempts - before).toBeLessThanOrEqual(10 * (60 / 22));
  });

  test('does not wait for the pause to end when the server is known to answer again', async () => {
    runner.wake();
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    fate = { kind: 'sent' };
    runner.wake();
    await vi.advanceTimersByTimeAsync(20);
    expect(line).toEqual([]);
  });

  test('tries the others, too, while something else answers in place of our server', async () => {
    line = ['Mei', 'Lan', 'Bao'].map((name, index) => entryOf(name, index + 1, Date.now()));
    fate = { kind: 'later', foreign: true };
    const tried: string[] = [];
    const behindFilter = runOutbox({
      ...options,
      send: async (entry) => {
        tried.push(entry.applicant);
        return options.send(entry);
      },
    });
    behindFilter.wake();
    await vi.advanceTimersByTimeAsync(MINUTE);
    behindFilter.stop();
    expect(tried.slice(0, 4)).toEqual(['Mei', 'Lan', 'Bao', 'Mei']);
    expect(line).toHaveLength(3);
  });

  test('rests once everything was sent', async () => {
    fate = { kind: 'sent' };
    runner.wake();
    await vi.advanceTimersByTimeAsync(10 * MINUTE);
    expect(attempts).toBe(1);
  });

  test('sends one at a time, however often it is woken', async () => {
    line = ['Mei', 'Lan', 'Bao'].map((name, index) => entryOf(name, index + 1, Date.now()));
    fate = { kind: 'sent' };
    for (let times = 0; times < 5; times += 1) runner.wake();
    await vi.advanceTimersByTimeAsync(1000);
    expect(attempts).toBe(3);
  });

  test('what is confirmed while others are under way is sent in the same go', async () => {
    fate = { kind: 'sent' };
    runner.wake();
    line = [...line, entryOf('Lan', 2, Date.now())];
    runner.wake();
    await vi.advanceTimersByTimeAsync(100);
    expect(line).toEqual([]);
  });

  test('what is confirmed at the moment in which the line is found empty is sent all the same', async () => {
    line = [];
    fate = { kind: 'sent' };
    let looks = 0;
    const list = async () => {
      const found = line;
      looks += 1;
      // The first look is for what was refused, the second for what is to be sent.
      if (looks === 2) {
        line = [entryOf('Lan', 1, Date.now())];
        late.wake();
      }
      return found;
    };
    const late = runOutbox({ ...options, list });
    late.wake();
    await vi.advanceTimersByTimeAsync(100);
    late.stop();
    expect([attempts, line]).toEqual([1, []]);
  });
});

test('of two tabs one sends at a time', async () => {
  // happy-dom has no locks, so the test uses those of Node; they come in real time.
  vi.useRealTimers();
  vi.stubGlobal('navigator', { locks });
  line = ['Mei', 'Lan', 'Bao'].map((name, index) => entryOf(name, index + 1, Date.now()));
  fate = { kind: 'sent' };
  const another = runOutbox(options);
  runner.wake();
  another.wake();
  await vi.waitFor(() => expect(line).toEqual([]));
  another.stop();
  vi.unstubAllGlobals();
  // Each attempt has seen that no other was under way.
  expect(attempts).toBe(3);
});
