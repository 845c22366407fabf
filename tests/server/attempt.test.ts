import { describe, expect, test } from 'vitest';
import { CallFailure } from '#server/ports/call-failure.ts';
import { attempt } from '#server/submission/attempt.ts';
import { DocumentsLost } from '#server/submission/lost-documents.ts';
import { idempotencyKey, type Stage, type StageContext, StageRejected } from '#server/submission/stage.ts';
import { created } from '#server/submission/transitions.ts';

const START = Date.UTC(2026, 5, 15);
const MINUTE = 60_000;
const record = created({
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  kind: 'student',
  digest: '',
  now: new Date(START),
});
const context: StageContext = {
  record,
  body: { variant: 'direct', values: {}, documents: [] },
  outputs: {},
  key: idempotencyKey(record),
  leaving: undefined,
  progress: undefined,
  saveProgress: async () => undefined,
  mayBeDone: false,
  isAccepted: false,
};
const HELD = {
  error: {
    code: 'UNKNOWN_OUTCOME',
    message:
      'The college is checking whether your application has arrived in its records. You do not need to do anything.',
  },
  unknown: true,
  held: true,
};
const FAILED = { code: 'CRICOS_SUBMISSION_FAILED', message: 'CRICOS submission failed' };
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

const unanswered = new CallFailure('unanswered', 'No answer came');
const busy = new CallFailure('busy', 'Answered with 503', { status: 503 });
const refused = new CallFailure('refused', 'Answered with 422', { status: 422 });

interface Given extends Partial<Pick<Stage, 'repetition'>> {
  /** Whether an earlier process has left the outcome open. */
  readonly isOpen?: boolean;
  /** Whether the work was given to another node. */
  readonly isLost?: boolean;
}

/** Runs a stage whose calls fail in this order, `confirmed` between two calls of one run, and are answered after that. Time passes while it waits only. */
async function run(
  failures: readonly unknown[],
  { isOpen = false, isLost = false, repetition = 'resend' }: Given = {},
  given = context,
) {
  const waiting = [...failures];
  let now = START;
  let calls = 0;
  /** Calls that had been made before each repeat that was announced. */
  const repeatsAfter: number[] = [];
  const clock = {
    now: () => new Date(now),
    monotonic: () => now,
    sleep: async (ms: number) => {
      now += ms;
    },
    random: () => 0.5,
  };
  const stage: Stage = {
    name: 'cricos-submission',
    repetition,
    run: async ({ leaving, saveProgress }) => {
      calls += 1;
      if (waiting[0] === 'confirmed') await saveProgress(waiting.shift(), 'confirmed');
      if (waiting[0] === 'leaving') await leaving?.().catch(() => Promise.reject(unanswered));
      if (waiting.length > 0) throw waiting.shift();
      return {};
    },
    explain: () => FAILED,
  };
  const options = {
    clock,
    log: quiet,
    metrics: { stage: () => undefined },
    isLost: () => isLost,
    repeating: () => void repeatsAfter.push(calls),
    notUnderWay: async () => undefined,
  };
  const outcome = await attempt(options, stage, given, isOpen);
  return { outcome, calls, repeatsAfter, waitedMs: now - START };
}

test('a node whose work was given to another does not repeat a call that failed', async () => {
  expect((await run([busy], { isLost: true })).calls).toBe(1);
});

describe('a call that was not answered', () => {
  test('leaves its effect open, unless a later answer settles it', async () => {
    const { outcome, calls } = await run([unanswered, busy, busy]);
    expect([outcome, calls]).toMatchObject([{ unknown: true, held: false, retryAt: expect.any(Date) }, 3]);
  });

  test('by an earlier process stays open while the service is busy', async () => {
    expect((await run([busy, busy, busy], { isOpen: true })).outcome).toMatchObject({ unknown: true });
  });

  test.each([
    ['a refusal with 409', new CallFailure('refused', 'Answered with 409', { status: 409 })],
    ['a refusal with 422', refused],
    ['a refusal with 403', new CallFailure('refused', 'Answered with 403', { status: 403 })],
    ['a rejection of what was sent', new StageRejected({ ...FAILED, code: 'E1' }, { isAnswer: true })],
  ])('is held for the staff after %s: the earlier call may have succeeded', async (_title, answer) => {
    const { outcome, calls } = await run([unanswered, answer]);
    expect([calls, outcome]).toMatchObject([
      2,
      { ...HELD, because: expect.stringMatching(/after a call without an answer$/) },
    ]);
  });

  test('is settled by a confirmed call of the same stage: a refusal of its next call is one', async () => {
    const { outcome } = await run([unanswered, 'confirmed', refused]);
    expect(outcome).toEqual({ error: FAILED, unknown: false, held: false });
  });

  test('is not settled by documents that we have lost: only these can be brought', async () => {
    const { outcome } = await run([unanswered, new DocumentsLost(FAILED)]);
    expect(outcome).toEqual({ error: FAILED, unknown: true, held: false });
  });

  test('is not settled by a refusal of our own, such as of an address that is no URL: the outside has not spoken', async () => {
    const { outcome } = await run([unanswered, new StageRejected(FAILED)]);
    expect(outcome).toEqual({ error: FAILED, unknown: true, held: false });
  });

  test('is announced before each try that follows it, in this run or the next', async () => {
    expect(await run([unanswered, busy])).toMatchObject({ calls: 3, repeatsAfter: [1, 2] });
    expect(await run([], { isOpen: true })).toMatchObject({ calls: 1, repeatsAfter: [0] });
  });

  test('is settled by an answer', async () => {
    expect(await run([unanswered])).toMatchObject({ outcome: { result: {} }, calls: 2 });
  });
});

test.each([
  ['a busy answer', [busy, busy], 'resend'],
  ['a service that cannot be reached', [new CallFailure('unreachable', 'Not reached')], 'resend'],
  ['an unanswered call that changes nothing outside', [unanswered], 'safe'],
  ['an unanswered call that is held', [unanswered], 'hold'],
] as const)('no repeat is announced after %s', async (_title, failures, repetition) => {
  expect((await run(failures, { repetition })).repeatsAfter).toEqual([]);
});

describe('with unknown outcomes held for the staff', () => {
  const hold = { repetition: 'hold' } as const;

  test('a call that was not answered is not made again, regardless of who made it', async () => {
    expect(await run([unanswered], hold)).toMatchObject({ outcome: HELD, calls: 1 });
    expect(await run([], { ...hold, isOpen: true })).toMatchObject({ outcome: HELD, calls: 0 });
  });

  test('a call is held without a next try, and the staff read why in our words', async () => {
    expect((await run([unanswered], hold)).outcome).toEqual({ ...HELD, because: 'No answer came' });
  });

  test('a call that changes nothing outside is made again', async () => {
    expect(await run([unanswered], { repetition: 'safe' })).toMatchObject({ outcome: { result: {} }, calls: 2 });
  });

  test('a refusal of a call that changes nothing outside is one, though the call before was not answered', async () => {
    const { outcome } = await run([unanswered, refused], { repetition: 'safe', isOpen: true });
    expect(outcome).toEqual({ error: FAILED, unknown: false, held: false });
  });

  test('a call that never left, or was turned away, is made again', async () => {
    const unreachable = new CallFailure('unreachable', 'The service could not be reached');
    expect(await run([unreachable, busy], hold)).toMatchObject({ outcome: { result: {} } });
  });
});

test('a refusal is not repeated, neither at once nor later', async () => {
  expect(await run([refused])).toMatchObject({ outcome: { error: FAILED, unknown: false }, calls: 1 });
  expect((await run([refused])).outcome).not.toHaveProperty('retryAt');
});

describe('a failure that may pass', () => {
  test('is met by three tries within seconds, and by a later one of the server itself', async () => {
    const { outcome, calls, waitedMs } = await run([busy, busy, busy]);
    expect([calls, waitedMs]).toEqual([3, 1250]);
    expect(outcome).toMatchObject({ unknown: false, retryAt: new Date(START + waitedMs + 2000) });
  });

  test('is retried at the time that the service asks for, without waiting until then', async () => {
    const later = new CallFailure('busy', 'Answered with 429', { status: 429, retryAfterMs: MINUTE });
    const { outcome, calls, waitedMs } = await run([later]);
    expect([calls, waitedMs]).toEqual([1, 0]);
    expect(outcome).toMatchObject({ retryAt: new Date(START + MINUTE) });
  });

  test('of our own, such as a full disk, says nothing about the outside', async () => {
    const { outcome, calls } = await run([new Error('disk'), new Error('disk'), new Error('disk')]);
    expect([calls, outcome]).toMatchObject([3, { error: FAILED, unknown: false, retryAt: expect.any(Date) }]);
  });
});

test('a stage whose progress the ledger did not save makes no other call: the next run reads what the ledger has', async () => {
  const cause = new Error('database or disk is full');
  const saveProgress = () => Promise.reject(cause);
  await expect(run(['confirmed', busy], {}, { ...context, saveProgress })).rejects.toBe(cause);
});

test('a call whose leaving the ledger did not note is not made again in this run, regardless of what the stage makes of that', async () => {
  const cause = new Error('database or disk is full');
  const leaving = () => Promise.reject(cause);
  await expect(run(['leaving'], {}, { ...context, leaving })).rejects.toBe(cause);
});

test('each corrected body has its own key, under which it is sent again and again', () => {
  expect(idempotencyKey(record)).toBe(record.id);
  expect(idempotencyKey({ ...record, revision: 2, version: 7 })).toBe(`${record.id}-r2`);
});
