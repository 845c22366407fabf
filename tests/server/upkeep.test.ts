import { beforeEach, describe, expect, test } from 'vitest';
import type { SubmissionRecord } from '#server/ports/ledger.ts';
import { created, failed } from '#server/submission/transitions.ts';
import { carryOutRetryRequests, purge, removeExpired, sweepUnknown, sweepUploads } from '#server/submission/upkeep.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const NOW = Date.UTC(2026, 5, 15);
const DAY = 86_400_000;
const clock = { now: () => new Date(NOW), monotonic: () => 0, sleep: async () => undefined, random: () => 0.5 };
const processing = created({ id: ID, kind: 'student', digest: '', now: new Date(NOW - DAY) });
const stopped = (held: boolean) =>
  failed('cricos-submission', new Date(NOW), { error: { code: 'X', message: 'x' }, unknown: held, held })(processing);
const upload = { id: 'a', draftId: ID, slot: 'cv', name: 'cv.pdf', type: 'application/pdf', size: 9, createdAt: '' };

let record: SubmissionRecord;
let removed: string[];
let written: SubmissionRecord[];
let claimed: Set<string>;
const ledger = { find: async () => record, save: async (next: SubmissionRecord) => write(next) };
const uploads = { ofDraft: async () => [upload], deleteIfUnclaimed: async (id: string) => !claimed.has(id) };
const files = { remove: async (id: string) => void removed.push(id) };
const write = (next: SubmissionRecord) => {
  written.push(next);
  return 'saved' as const;
};

beforeEach(() => {
  record = stopped(false);
  removed = [];
  written = [];
  claimed = new Set();
});

describe('when retention ends', () => {
  let asked: Date | undefined;
  const upkeep = {
    expired: async (before: Date) => {
      asked = before;
      return written.length === 0 ? [ID] : [];
    },
    strip: async (next: SubmissionRecord) => write(next),
    truncateLog: async () => undefined,
  };
  const options = { ledger, upkeep, uploads, files, clock };

  test('what was last changed so many days ago loses its personal data and its documents', async () => {
    expect(await removeExpired(options, 90)).toBe(1);
    expect(asked).toEqual(new Date(NOW - 90 * DAY));
    expect([written, removed]).toMatchObject([[{ purgedAt: new Date(NOW).toISOString() }], ['a']]);
  });

  test('what is being worked on stays as it is', async () => {
    record = processing;
    expect(await purge(options, ID)).toBe('busy');
    expect([written, removed]).toEqual([[], []]);
  });

  test('a document that was claimed again in between stays', async () => {
    claimed.add('a');
    expect(await purge(options, ID)).toBe('purged');
    expect(removed).toEqual([]);
  });
});

describe('a sweep of uploads', () => {
  const sweep = (lastByteAt: number) =>
    sweepUploads({
      uploads: { ...uploads, unclaimed: async () => [upload] },
      files: { ...files, lastByteAt: async () => new Date(lastByteAt) },
      clock,
      lifeMs: DAY,
    });

  test('takes an unclaimed upload a day after its last byte, and not a moment before', async () => {
    expect(await sweep(NOW - DAY + 1)).toBe(0);
    expect(removed).toEqual([]);
    expect(await sweep(NOW - DAY)).toBe(1);
    expect(removed).toEqual(['a']);
  });

  test('leaves what was claimed since it was listed', async () => {
    claimed.add('a');
    expect(await sweep(NOW - 2 * DAY)).toBe(0);
    expect(removed).toEqual([]);
  });

  test('takes unregistered bytes that came before a moment, and no others', async () => {
    async function* list() {
      yield* ['a', 'b', 'c', 'd'];
    }
    const find = async (id: string) => (id === 'a' ? upload : undefined);
    // Of one without bytes only its description is left.
    const lastByteAt = async (id: string) => (id === 'd' ? undefined : new Date(id === 'c' ? NOW : NOW - 1));
    const options = { uploads: { find }, files: { ...files, list, lastByteAt }, before: new Date(NOW) };
    expect(await sweepUnknown(options)).toBe(2);
    expect(removed).toEqual(['b', 'd']);
  });
});

describe('a retry that the staff have asked for', () => {
  const carryOut = (resend: boolean) =>
    carryOutRetryRequests({
      ledger,
      upkeep: { retryRequests: async () => [{ id: ID, resend }], forgetRetry: async () => undefined },
      clock,
    });

  test('continues what has stopped', async () => {
    expect(await carryOut(false)).toBe(1);
    expect(written).toMatchObject([{ status: 'processing' }]);
  });

  test('continues what is held only if they say that it may be sent again', async () => {
    record = stopped(true);
    expect(await carryOut(false)).toBe(0);
    expect(written).toEqual([]);
    expect(await carryOut(true)).toBe(1);
    expect(written[0]?.stages.find(({ name }) => name === 'cricos-submission')).toEqual({
      name: 'cricos-submission',
      state: 'pending',
      told: 'retried',
    });
  });

  test('makes no held call again while it cannot be noted that this was done', async () => {
    record = stopped(true);
    const forgetRetry = () => Promise.reject(new Error('the disk is away'));
    const upkeep = { retryRequests: async () => [{ id: ID, resend: true }], forgetRetry };
    await expect(carryOutRetryRequests({ ledger, upkeep, clock })).rejects.toThrow('away');
    expect(written).toEqual([]);
  });

  test('is dropped where the personal data are gone', async () => {
    record = { ...stopped(false), purgedAt: new Date(NOW).toISOString() };
    expect(await carryOut(true)).toBe(0);
  });
});
