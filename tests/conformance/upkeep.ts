import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '#server/adapters/system-clock.ts';
import type { Clock } from '#server/ports/clock.ts';
import type { FileStore } from '#server/ports/file-store.ts';
import type { Ledger, SubmissionRecord } from '#server/ports/ledger.ts';
import type { LedgerNotes } from '#server/ports/ledger-notes.ts';
import type { Upkeep } from '#server/ports/upkeep.ts';
import type { UploadLedger } from '#server/ports/upload-ledger.ts';
import {
  completed,
  created,
  type Failure,
  failed,
  processed,
  type Transition,
  versioned,
} from '#server/submission/transitions.ts';
import { carryOutRetryRequests, purge, removeExpired, settle } from '#server/submission/upkeep.ts';

export interface OpenedUpkeep {
  readonly ledger: Ledger;
  readonly uploads: UploadLedger;
  readonly upkeep: Upkeep;
  readonly notes: LedgerNotes;
  /** Everything that the engine stores, as text. */
  stored(): Promise<string>;
  dispose(): Promise<void>;
}

const NOW = new Date('2026-06-15T00:30:00.000Z');
const clock: Clock = {
  now: () => NOW,
  monotonic: () => 0,
  sleep: async () => undefined,
  after: systemClock.after,
  random: () => 0.5,
};
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

const NAME = 'Planted Person';
const BODY = { variant: 'direct', values: { firstName: NAME }, documents: [] };
const QUOTING: Failure = {
  error: { code: 'REJECTED', message: `${NAME} is known`, detail: NAME },
  unknown: false,
  held: false,
};

/** The figures of a ledger where nothing has stopped, been skipped, or waits for the college. */
const NONE = { misconfigured: 0, stoppedAt: {}, documentsSkipped: 0 };

/** The tests of operation for every ledger: figures, lists, the staff's requests and the end of retention. */
export function describeUpkeep(name: string, open: () => Promise<OpenedUpkeep>): void {
  describe(`${name} for upkeep`, () => {
    let opened: OpenedUpkeep;
    let removedFiles: string[];
    beforeEach(async () => {
      opened = await open();
      removedFiles = [];
    });
    afterEach(() => opened.dispose());

    const files: Pick<FileStore, 'remove'> = {
      remove: async (id) => {
        removedFiles.push(id);
      },
    };
    const retention = () => ({ ...opened, files, clock });

    /** A submission last changed this long ago, with a body, an output and a document. */
    async function stored(changedAt: Date, ...transitions: readonly Transition[]): Promise<SubmissionRecord> {
      const id = randomUUID();
      const first = created({ id, kind: 'student', digest: 'd'.repeat(64), now: changedAt, offerId: `OFFER_${id}` });
      const uploadId = id.replaceAll('-', '');
      await opened.uploads.add({
        id: uploadId,
        draftId: id,
        slot: 'passport',
        name: `${NAME}.pdf`,
        type: 'application/pdf',
        size: 5,
        createdAt: changedAt.toISOString(),
      });
      await opened.ledger.create(first, BODY, [uploadId]);
      const record = versioned(first, changedAt, ...transitions);
      await opened.ledger.save(record, { outputs: [{ stage: 'preparing', value: { FirstName: NAME } }] });
      return record;
    }
    const done = processed(NOW.toISOString());
    const stopped = failed('cricos-submission', NOW, QUOTING);
    const held = failed('cricos-submission', NOW, { ...QUOTING, unknown: true, held: true });
    const waiting = failed('cricos-submission', NOW, { ...QUOTING, retryAt: new Date(NOW.getTime() + 60_000) });

    test('counts unprocessed applications by state, and finds the start of the oldest to continue', async () => {
      expect(await opened.upkeep.backlog()).toEqual({ ...NONE, processing: 0, waiting: 0, stopped: 0, held: 0 });
      await stored(daysAgo(9), done);
      await stored(daysAgo(8), stopped);
      await stored(daysAgo(7), held);
      const oldest = await stored(daysAgo(6), waiting);
      await stored(daysAgo(5));
      await stored(daysAgo(4));
      const { createdAt } = oldest;
      expect(await opened.upkeep.backlog()).toEqual({
        ...NONE,
        processing: 2,
        waiting: 1,
        stopped: 1,
        held: 1,
        stoppedAt: { 'cricos-submission': 1 },
        oldest: createdAt,
      });
    });

    test('counts and lists what waits for the college’s settings, and counts skipped documents', async () => {
      const misconfigured = failed('power-automate', NOW, { ...QUOTING, misconfigured: true });
      const { id } = await stored(daysAgo(3), misconfigured);
      await stored(daysAgo(2), stopped);
      await stored(daysAgo(2), completed('file-forwarding', NOW, true), done);
      await stored(daysAgo(1), completed('file-forwarding', NOW, true));
      await stored(daysAgo(1), done);
      const { stoppedAt, documentsSkipped, ...backlog } = await opened.upkeep.backlog();
      expect(backlog.misconfigured).toBe(1);
      expect(stoppedAt).toEqual({ 'power-automate': 1, 'cricos-submission': 1 });
      expect(documentsSkipped).toBe(1);
      expect(await opened.upkeep.misconfigured()).toEqual([id]);
    });

    test('sends skipped documents once at the request of the staff, and no other documents', async () => {
      const skipped = await stored(NOW, completed('file-forwarding', NOW, true), done);
      const other = await stored(NOW, done);
      for (const { id } of [skipped, other]) {
        await opened.upkeep.requestRetry({ id, resend: false, documents: true });
      }
      expect(await opened.upkeep.retryRequests()).toContainEqual({ id: skipped.id, resend: false, documents: true });
      expect(await carryOutRetryRequests({ ...opened, clock })).toBe(1);
      expect(await opened.ledger.find(skipped.id)).toMatchObject({
        status: 'processing',
        submittedAt: NOW.toISOString(),
      });
      expect((await opened.ledger.find(other.id))?.status).toBe('processed');
      expect((await opened.ledger.unfinished()).map(({ id }) => id)).toEqual([skipped.id]);
    });

    test('keeps the last request for each submission until it is forgotten', async () => {
      await opened.upkeep.requestRetry({ id: 'a', resend: false });
      await opened.upkeep.requestRetry({ id: 'a', resend: true });
      await opened.upkeep.requestRetry({ id: 'b', resend: false });
      const wishes = await opened.upkeep.retryRequests();
      expect(wishes.toSorted((one, other) => one.id.localeCompare(other.id))).toEqual([
        { id: 'a', resend: true },
        { id: 'b', resend: false },
      ]);
      await opened.upkeep.forgetRetry('a');
      expect(await opened.upkeep.retryRequests()).toEqual([{ id: 'b', resend: false }]);
    });

    test('carries out a request once: stopped work continues, held work only if the staff decided it', async () => {
      const [one, unknown, known, finished] = [
        await stored(NOW, stopped),
        await stored(NOW, held),
        await stored(NOW, held),
        await stored(NOW, done),
      ];
      for (const { id } of [one, unknown, finished]) await opened.upkeep.requestRetry({ id, resend: false });
      await opened.upkeep.requestRetry({ id: known.id, resend: true });
      await opened.upkeep.requestRetry({ id: randomUUID(), resend: false });
      expect(await carryOutRetryRequests({ ...opened, clock })).toBe(2);
      const statuses = await Promise.all([one, unknown, known, finished].map(({ id }) => opened.ledger.find(id)));
      expect(statuses.map((record) => record?.status)).toEqual(['processing', 'error', 'processing', 'processed']);
      const due = await opened.ledger.unfinished();
      expect(due.map(({ id }) => id).toSorted()).toEqual([one.id, known.id].toSorted());
      expect(await carryOutRetryRequests({ ...opened, clock })).toBe(0);
    });

    test('records once that a held call arrived, and the server continues after it', async () => {
      const [one, other, finished] = [await stored(NOW, held), await stored(NOW, stopped), await stored(NOW, done)];
      const stage = 'cricos-submission';
      const say = (id: string, name: string = stage) =>
        settle({ ...opened, clock }, { id, stage: name, reference: 'R-7' });
      expect(await say(one.id, 'power-automate')).toBe('not-held');
      for (const id of [other.id, finished.id, randomUUID()]) expect(await say(id)).toBe('not-held');
      expect(await say(one.id)).toBe('settled');
      expect(await say(one.id)).toBe('not-held');
      const accepted = { at: NOW.toISOString(), reference: 'R-7' };
      // Until the server has continued, the applicant sees an unknown outcome, and changed answers are refused.
      const stageOf = async () => (await opened.ledger.find(one.id))?.stages.find(({ name }) => name === stage);
      expect(await stageOf()).toMatchObject({ state: 'error', unknown: true, accepted });
      expect(await carryOutRetryRequests({ ...opened, clock })).toBe(1);
      expect(await stageOf()).toEqual({ name: stage, state: 'pending', unknown: true, accepted, told: 'retried' });
    });

    test('lists as expired what is old and not in progress, oldest first', async () => {
      const [old, older] = [await stored(daysAgo(31), stopped), await stored(daysAgo(40), done)];
      await stored(daysAgo(29), done);
      await stored(daysAgo(40), waiting);
      await stored(daysAgo(40));
      expect(await opened.upkeep.expired(daysAgo(30), 10)).toEqual([older.id, old.id]);
      expect(await opened.upkeep.expired(daysAgo(30), 1)).toEqual([older.id]);
    });

    test('removes every personal value at the end of retention, and keeps what an audit needs', async () => {
      const records = [await stored(daysAgo(31), stopped), await stored(daysAgo(31), done)];
      expect(await opened.stored()).toContain(NAME);
      expect(await removeExpired(retention(), 30)).toBe(2);
      expect(await opened.stored()).not.toContain(NAME);
      expect(removedFiles.toSorted()).toEqual(records.map(({ id }) => id.replaceAll('-', '')).toSorted());
      for (const { id, offerId, digest, status, createdAt, updatedAt, stages } of records) {
        const kept = await opened.ledger.find(id);
        expect(kept).toMatchObject({ id, offerId, digest, status, createdAt, updatedAt, purgedAt: NOW.toISOString() });
        expect(kept?.stages.map(({ name, state }) => [name, state])).toEqual(
          stages.map(({ name, state }) => [name, state]),
        );
        await expect(opened.ledger.body(id, 1)).rejects.toThrow('no result');
        expect(await opened.ledger.outputs(id, 1)).toEqual({});
        expect(await opened.uploads.ofDraft(id)).toEqual([]);
      }
      expect(await removeExpired(retention(), 30)).toBe(0);
      expect(await opened.upkeep.backlog()).toMatchObject({ stopped: 0 });
    });

    test('removes everything that has expired at once, regardless of the amount', async () => {
      // As many at once as the ledger has connections: waiting for one is refused after a few seconds.
      for (let i = 0; i < 23; i += 1) await Promise.all(Array.from({ length: 10 }, () => stored(daysAgo(31), done)));
      const kept = await stored(daysAgo(29), done);
      expect(await removeExpired(retention(), 30)).toBe(230);
      expect(await opened.upkeep.expired(NOW, 10)).toEqual([kept.id]);
    });

    test('stops between two of them when the server stops, and continues later', async () => {
      for (let i = 0; i < 5; i += 1) await stored(daysAgo(31), done);
      const isStopping = () => removedFiles.length === 2;
      expect(await removeExpired(retention(), 30, isStopping)).toBe(2);
      expect(await removeExpired(retention(), 30)).toBe(3);
    });

    test('counts expired and other records with personal data, which a removal reduces', async () => {
      expect(await opened.upkeep.countExpired(daysAgo(30))).toEqual({ removing: 0, kept: 0 });
      await stored(daysAgo(31), stopped);
      await stored(daysAgo(40), done);
      for (const days of [29, 2, 1]) await stored(daysAgo(days), done);
      expect(await opened.upkeep.countExpired(daysAgo(30))).toEqual({ removing: 2, kept: 5 });
      await removeExpired(retention(), 30);
      expect(await opened.upkeep.countExpired(daysAgo(30))).toMatchObject({ removing: 0 });
      expect(await opened.upkeep.countExpired(NOW)).toEqual({ removing: 3, kept: 3 });
    });

    test('counts old unclaimed uploads, and the others up to the number that matters', async () => {
      for (let i = 0; i < 25; i += 1) await stored(NOW, done);
      expect(await opened.upkeep.countUnclaimed(daysAgo(1))).toMatchObject({ removing: 0 });
      const upload = { draftId: randomUUID(), slot: 'cv', name: 'cv.pdf', type: 'application/pdf', size: 1 };
      const add = (id: string, days: number) =>
        opened.uploads.add({ ...upload, id: id.repeat(32), createdAt: daysAgo(days).toISOString() });
      await add('a', 2);
      expect(await opened.upkeep.countUnclaimed(daysAgo(1))).toEqual({ removing: 1, kept: 21 });
      await add('b', 3);
      await add('c', 0);
      expect(await opened.upkeep.countUnclaimed(daysAgo(1))).toEqual({ removing: 2, kept: 28 });
    });

    test('keeps the last note of each name until it is removed', async () => {
      const { notes } = opened;
      expect(await notes.read('backup-taken-at')).toBe(undefined);
      await notes.write('backup-taken-at', 'one');
      await notes.write('backup-taken-at', 'two');
      await notes.write('removal-stopped', 'three');
      await notes.write('removal-allowed', 'four');
      expect(await notes.read('backup-taken-at')).toBe('two');
      await notes.remove('removal-stopped', 'removal-allowed');
      expect(await notes.read('removal-stopped')).toBe(undefined);
      expect(await notes.read('backup-taken-at')).toBe('two');
    });

    test('purges one immediately, but nothing in progress and nothing newer than the request', async () => {
      const [one, working, later] = [await stored(NOW, stopped), await stored(NOW), await stored(NOW, waiting)];
      for (const { id } of [working, later]) expect(await purge(retention(), id)).toBe('busy');
      const stale = { ...retention(), ledger: { find: async () => ({ ...one, version: one.version - 1 }) } };
      expect(await purge(stale, one.id)).toBe('busy');
      expect(await opened.ledger.body(one.id, 1)).toEqual(BODY);
      expect(await purge(retention(), one.id)).toBe('purged');
      expect((await opened.ledger.unfinished()).map(({ id }) => id).toSorted()).toEqual(
        [working.id, later.id].toSorted(),
      );
      expect(await purge(retention(), one.id)).toBe('purged-before');
      expect(await purge(retention(), randomUUID())).toBe('unknown');
    });
  });
}
