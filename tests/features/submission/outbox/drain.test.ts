import { beforeEach, describe, expect, test } from 'vitest';
import { type Delivery, type DrainOptions, drainOnce } from '#features/submission/outbox/drain.ts';
import { isSameConfirmation, type OutboxEntry } from '#features/submission/outbox/outbox-storage.ts';
import { entryOf } from './entries.ts';

/** How long an entry is tried: seven days. */
const WEEK = 7 * 24 * 60 * 60 * 1000;
const SENT: Delivery = { kind: 'sent' };
const LATER: Delivery = { kind: 'later' };
const FOREIGN: Delivery = { kind: 'later', foreign: true };
const WITHDRAWN: Delivery = { kind: 'withdrawn' };
const REFUSED: Delivery = {
  kind: 'refused',
  failure: { code: 'VALIDATION_FAILED', message: 'Form validation failed' },
};
const NOW = Date.UTC(2026, 5, 15);

let line: OutboxEntry[];
let attempts: string[];
let expired: string[];
let answers: boolean;
let fates: Record<string, Delivery>;

beforeEach(() => {
  line = ['a', 'b', 'c'].map((letter, index) => entryOf(letter, index + 1, NOW));
  attempts = [];
  expired = [];
  answers = true;
  fates = {};
});

const keep = (kept: (entry: OutboxEntry) => boolean): void => {
  line = line.filter(kept);
};
/** The line in memory; `duringAttempt` runs while an entry is under way. */
function options(duringAttempt: (entry: OutboxEntry) => void = () => {}): DrainOptions {
  return {
    list: async () => line,
    find: async (id) => line.find((entry) => entry.id === id),
    remove: async (entry) => keep((one) => !isSameConfirmation(one, entry)),
    replace: async (entry) => {
      const present = line.some((one) => isSameConfirmation(one, entry));
      line = line.map((one) => (isSameConfirmation(one, entry) ? entry : one));
      return present;
    },
    expire: async (entry) => {
      expired.push(entry.applicant);
      keep((one) => one !== entry);
    },
    send: async (entry) => {
      attempts.push(entry.applicant);
      duringAttempt(entry);
      return fates[entry.applicant] ?? SENT;
    },
    serverAnswers: async () => answers,
    now: () => NOW,
    onChange: async () => {},
  };
}
const names = () => line.map(({ applicant }) => applicant);

describe('going through the line', () => {
  test('sends in order, each taken out only once the server has it', async () => {
    const present: string[][] = [];
    expect(await drainOnce(options(() => present.push(names())))).toEqual({ again: false });
    expect(attempts).toEqual(['a', 'b', 'c']);
    expect(present).toEqual([['a', 'b', 'c'], ['b', 'c'], ['c']]);
    expect(line).toEqual([]);
  });

  test('with no server, stops at the first and keeps all of them', async () => {
    answers = false;
    fates = { a: LATER };
    expect(await drainOnce(options())).toEqual({ again: true });
    expect(attempts).toEqual(['a']);
    expect(names()).toEqual(['a', 'b', 'c']);
  });

  test('with a server that answers, one that cannot be sent now holds up no other and keeps its place', async () => {
    fates = { a: LATER };
    expect(await drainOnce(options())).toEqual({ again: true });
    expect(attempts).toEqual(['a', 'b', 'c']);
    expect(names()).toEqual(['a']);
  });

  test('at the first foreign answer, stops and sets none aside', async () => {
    fates = { a: FOREIGN, b: FOREIGN, c: FOREIGN };
    expect(await drainOnce(options())).toEqual({ again: true, stoppedAt: 1 });
    expect([attempts, names()]).toEqual([['a'], ['a', 'b', 'c']]);
    expect(line.every(({ failure }) => failure === undefined)).toBe(true);
  });

  test('after a foreign answer, begins behind that entry, so that a filter that blocks one holds up no other', async () => {
    fates = { b: FOREIGN };
    expect(await drainOnce(options())).toEqual({ again: true, stoppedAt: 2 });
    expect(await drainOnce(options(), 2)).toEqual({ again: true, stoppedAt: 2 });
    expect([attempts, names()]).toEqual([['a', 'b', 'c', 'b'], ['b']]);
  });

  test('begun in the middle of the line, goes through every entry once', async () => {
    fates = { a: LATER, b: LATER, c: LATER };
    expect(await drainOnce(options(), 2)).toEqual({ again: true });
    expect(attempts).toEqual(['c', 'a', 'b']);
  });

  test('a refused one is set aside with its reason, and is not tried again', async () => {
    fates = { b: REFUSED };
    expect(await drainOnce(options())).toEqual({ again: false });
    expect(line).toEqual([
      { ...entryOf('b', 2, NOW), failure: { code: 'VALIDATION_FAILED', message: 'Form validation failed' } },
    ]);
    await drainOnce(options());
    expect(attempts).toEqual(['a', 'b', 'c']);
  });

  test('one that is confirmed again while its attempt is under way stays, at the end of the line', async () => {
    const confirmedAgain = entryOf('a', 4, NOW);
    fates = { a: SENT };
    const duringAttempt = (entry: OutboxEntry) => {
      if (entry.order === 1) line = [...line.filter(({ order }) => order !== 1), confirmedAgain];
    };
    await drainOnce(options(duringAttempt));
    expect(attempts).toEqual(['a', 'b', 'c', 'a']);
  });

  test('one that is confirmed again while its attempt is being refused is not set aside for that refusal', async () => {
    fates = { a: REFUSED };
    const duringAttempt = (entry: OutboxEntry) => {
      if (entry.order === 1) line = [...line.filter(({ order }) => order !== 1), entryOf('a', 4, NOW)];
      else fates = {};
    };
    await drainOnce(options(duringAttempt));
    expect([attempts, line]).toEqual([['a', 'b', 'c', 'a'], []]);
  });

  test('one that is withdrawn while its attempt is under way does not come back', async () => {
    fates = { a: REFUSED };
    await drainOnce(options(({ applicant }) => keep((one) => one.applicant !== applicant)));
    expect(line).toEqual([]);
  });

  test('an attempt that was withdrawn takes nothing out: the person has, and what they confirmed since stays', async () => {
    fates = { a: WITHDRAWN };
    await drainOnce(options());
    expect(attempts).toEqual(['a', 'b', 'c']);
    expect(names()).toEqual(['a']);
  });

  test('one whose seven days are over is tried before it may be given up, and sent if the server takes it', async () => {
    line = [entryOf('old', 1, NOW - WEEK), entryOf('young', 2, NOW)];
    await drainOnce(options());
    expect(attempts).toEqual(['old', 'young']);
    expect([line, expired]).toEqual([[], []]);
  });

  test('one whose seven days are over is given up once the server was there and did not take it', async () => {
    line = [entryOf('old', 1, NOW - WEEK), entryOf('young', 2, NOW - WEEK + 1)];
    fates = { old: LATER, young: LATER };
    expect(await drainOnce(options())).toEqual({ again: true });
    expect([attempts, expired, names()]).toEqual([['old', 'young'], ['old'], ['young']]);
  });

  test('without a server nothing is given up, however old it seems', async () => {
    line = [entryOf('old', 1, NOW - 20 * WEEK)];
    answers = false;
    fates = { old: LATER };
    expect(await drainOnce(options())).toEqual({ again: true });
    expect([expired, names()]).toEqual([[], ['old']]);
  });

  test.each([
    ['2020, when it had lost its date', Date.UTC(2020, 0, 1)],
    ['2036', Date.UTC(2036, 0, 1)],
  ])(
    'one that was confirmed while the clock stood in %s has its seven days from now on',
    async (_when, confirmedAt) => {
      line = [entryOf('a', 1, confirmedAt)];
      fates = { a: LATER };
      await drainOnce(options());
      expect([expired, names()]).toEqual([[], ['a']]);
    },
  );

  test('one that was refused, and so was tried, is given up after its seven days', async () => {
    const failure = { code: 'VALIDATION_FAILED', message: 'Form validation failed' };
    line = [
      { ...entryOf('old', 1, NOW - WEEK), failure },
      { ...entryOf('young', 2, NOW), failure },
    ];
    await drainOnce(options());
    expect([attempts, expired, names()]).toEqual([[], ['old'], ['young']]);
  });
});
