import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Ledger, SubmissionRecord } from '#server/ports/ledger.ts';
import type { UploadLedger } from '#server/ports/upload-ledger.ts';
import {
  completed,
  created,
  failed,
  processed,
  reattached,
  replaced,
  started,
  versioned,
} from '#server/submission/transitions.ts';

export interface OpenedLedgers {
  readonly ledger: Ledger;
  readonly uploads: UploadLedger;
  /** Closes it and opens it again on the same data. */
  reopen(): Promise<OpenedLedgers>;
  dispose(): Promise<void>;
}

const NOW = new Date('2026-06-15T00:30:00.000Z');
const BODY = { variant: 'direct', values: { firstName: 'Wei' }, documents: [] };

const fresh = (changes: object = {}): SubmissionRecord =>
  created({
    id: randomUUID(),
    kind: 'student',
    digest: 'd'.repeat(64),
    now: NOW,
    offerId: `OFFER_${randomUUID()}`,
    ...changes,
  });

/** The tests for every ledger, regardless of its storage. */
export function describeLedger(name: string, open: () => Promise<OpenedLedgers>): void {
  describe(`${name} as ledger`, () => {
    let opened: OpenedLedgers;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.dispose());

    test('finds what was created, with its body, and nothing else', async () => {
      const record = fresh();
      expect(await opened.ledger.create(record, BODY)).toBe('created');
      expect(await opened.ledger.find(record.id)).toEqual(record);
      expect(await opened.ledger.findWithBody(record.id)).toEqual({ record, body: BODY });
      expect(await opened.ledger.body(record.id, 1)).toEqual(BODY);
      expect(await opened.ledger.outputs(record.id, 1)).toEqual({});
      expect(await opened.ledger.find(randomUUID())).toBeUndefined();
      expect(await opened.ledger.findWithBody(randomUUID())).toBeUndefined();
      expect(await opened.ledger.findWithUploads(record.id)).toEqual({ record, uploads: [] });
      expect(await opened.ledger.findWithUploads(randomUUID())).toEqual({ record: undefined, uploads: [] });
    });

    test('creates an id, an OfferId and an Application ID once only', async () => {
      const record = fresh({ applicationId: 'AGT-2026-AB12CD-123456' });
      await opened.ledger.create(record, BODY);
      expect(await opened.ledger.create(record, BODY)).toBe('exists');
      expect(await opened.ledger.create(fresh({ offerId: record.offerId }), BODY)).toBe('offer-id-taken');
      const other = fresh({ applicationId: record.applicationId });
      expect(await opened.ledger.create(other, BODY)).toBe('application-id-taken');
      expect(await opened.ledger.find(other.id)).toBeUndefined();
    });

    test('saves only the next version, with its output', async () => {
      const record = fresh();
      await opened.ledger.create(record, BODY);
      const next = versioned(record, NOW, started('preparing', NOW));
      expect(await opened.ledger.save(next)).toBe('saved');
      expect(await opened.ledger.save(next)).toBe('superseded');
      const done = versioned(next, NOW, completed('preparing', NOW));
      expect(await opened.ledger.save({ ...done, version: 9 }, { outputs: [{ stage: 'preparing', value: 1 }] })).toBe(
        'superseded',
      );
      expect(await opened.ledger.outputs(record.id, 1)).toEqual({});
      expect(
        await opened.ledger.save(done, { outputs: [{ stage: 'preparing', value: { a: [1, null, '已提交'] } }] }),
      ).toBe('saved');
      expect(await opened.ledger.outputs(record.id, 1)).toEqual({ preparing: { a: [1, null, '已提交'] } });
      expect(await opened.ledger.find(record.id)).toEqual(done);
    });

    test('knows the times of a client’s newest applications, which later changes do not affect', async () => {
      const { ledger } = opened;
      const dayOf = (day: number) => new Date(Date.UTC(2026, 5, day));
      const newest = (place: number, since: Date) => ledger.sentBy('one', place, since);
      const records = [10, 11, 12].map((day) => fresh({ now: dayOf(day) }));
      const by = (client: string) => ({ client, limit: 10, since: dayOf(1) });
      for (const record of records) await ledger.create(record, BODY, [], by('one'));
      await ledger.create(fresh({ now: dayOf(13) }), BODY, [], by('other'));
      await ledger.create(fresh({ now: dayOf(13) }), BODY);
      const [first] = records;
      if (first) await ledger.save(versioned(first, NOW, started('preparing', NOW)));
      expect(await newest(1, dayOf(9))).toEqual(dayOf(12));
      expect(await newest(3, dayOf(9))).toEqual(dayOf(10));
      expect(await newest(4, dayOf(9))).toBeUndefined();
      expect(await newest(3, dayOf(10))).toBeUndefined();
      await ledger.forgetClients(dayOf(11));
      expect(await newest(2, dayOf(9))).toEqual(dayOf(11));
      expect(await newest(3, dayOf(9))).toBeUndefined();
      expect(await ledger.create(first ?? fresh(), BODY, [], by('one'))).toBe('exists');
    });

    test('enforces the limit of one client’s applications since a given time', async () => {
      const { ledger } = opened;
      const dayOf = (day: number) => new Date(Date.UTC(2026, 5, day));
      const create = (record: SubmissionRecord, since: Date, client = 'one') =>
        ledger.create(record, BODY, [], { client, limit: 2, since });
      const records = [10, 11, 12].map((day) => fresh({ now: dayOf(day) }));
      const created = [];
      for (const record of records) created.push(await create(record, dayOf(9)));
      expect(created).toEqual(['created', 'created', 'too-many']);
      expect(await ledger.find(records[2]?.id ?? '')).toBeUndefined();
      expect(await create(fresh({ now: dayOf(12) }), dayOf(9), 'other')).toBe('created');
      expect(await create(records[0] ?? fresh(), dayOf(9))).toBe('exists');
      expect(await create(fresh({ now: dayOf(12) }), dayOf(10))).toBe('created');
    });

    test('gives a version to exactly one of many writers', async () => {
      const record = fresh();
      await opened.ledger.create(record, BODY);
      const next = versioned(record, NOW, started('preparing', NOW));
      const savings = await Promise.all(Array.from({ length: 10 }, () => opened.ledger.save(next)));
      expect(savings.filter((saving) => saving === 'saved')).toHaveLength(1);
    });

    test('keeps the body of each revision', async () => {
      const record = fresh();
      await opened.ledger.create(record, BODY);
      const corrected = { ...BODY, values: { firstName: 'Minh' } };
      await opened.ledger.save(versioned(record, NOW, replaced('e'.repeat(64))), { body: corrected });
      expect(await opened.ledger.body(record.id, 1)).toEqual(BODY);
      expect(await opened.ledger.body(record.id, 2)).toEqual(corrected);
    });

    test('replaces the current revision’s body by one with other upload ids', async () => {
      const record = fresh();
      await opened.ledger.create(record, BODY);
      const brought = { ...BODY, documents: [{ slot: 'cv', uploadId: 'b'.repeat(32), name: 'cv.pdf', size: 1 }] };
      const next = versioned(record, NOW, reattached('e'.repeat(64)));
      expect(await opened.ledger.save(next, { body: brought })).toBe('saved');
      expect(await opened.ledger.save(next, { body: BODY })).toBe('superseded');
      expect(await opened.ledger.body(record.id, 1)).toEqual(brought);
      expect(await opened.ledger.find(record.id)).toMatchObject({ revision: 1, digest: 'e'.repeat(64) });
    });

    test('lists what is in progress or waits for a retry, not what waits for a person', async () => {
      const [working, waiting, rejected, done] = [fresh(), fresh(), fresh(), fresh()];
      for (const record of [working, waiting, rejected, done]) await opened.ledger.create(record, BODY);
      const error = { code: 'X', message: 'x' };
      const trouble = { error, unknown: false, held: false };
      const retryAt = new Date(NOW.getTime() + 2000);
      await opened.ledger.save(versioned(waiting, NOW, failed('preparing', NOW, { ...trouble, retryAt })));
      await opened.ledger.save(versioned(rejected, NOW, failed('preparing', NOW, trouble)));
      await opened.ledger.save(versioned(done, NOW, processed(NOW.toISOString())));
      const unfinished = await opened.ledger.unfinished();
      expect(new Map(unfinished.map(({ id, retryAt }) => [id, retryAt]))).toEqual(
        new Map([
          [working.id, undefined],
          [waiting.id, retryAt.toISOString()],
        ]),
      );
    });

    test('has everything after a reopen', async () => {
      const record = fresh();
      await opened.ledger.create(record, BODY);
      const next = versioned(record, NOW, started('preparing', NOW));
      await opened.ledger.save(next);
      opened = await opened.reopen();
      expect(await opened.ledger.find(record.id)).toEqual(next);
      await opened.ledger.assertWritable();
      // A second call, as when a page repeats its request.
      await opened.ledger.assertWritable();
    });

    test('notifies watchers of every change until they stop', async () => {
      const record = fresh();
      const told: number[] = [];
      const unwatch = opened.ledger.watch(record.id, ({ version }) => told.push(version));
      await opened.ledger.create(record, BODY);
      const next = versioned(record, NOW, started('preparing', NOW));
      await opened.ledger.save(next);
      unwatch();
      await opened.ledger.save(versioned(next, NOW, completed('preparing', NOW)));
      expect(told).toEqual([1, 2]);
    });

    const upload = (draftId: string, facts: { id?: string; slot?: string; createdAt?: Date } = {}) => ({
      id: facts.id ?? randomUUID().replaceAll('-', ''),
      draftId,
      slot: facts.slot ?? 'cv',
      name: 'é "x".pdf',
      type: 'application/pdf',
      size: 5,
      createdAt: (facts.createdAt ?? NOW).toISOString(),
    });
    const added = async (draftId: string, facts?: Parameters<typeof upload>[1]) => {
      const made = upload(draftId, facts);
      await opened.uploads.add(made);
      return made;
    };
    const naming = (...ids: string[]) => ({ ...BODY, documents: ids.map((uploadId) => ({ slot: 'cv', uploadId })) });

    test('registers uploads by draft, oldest first, and deletes them', async () => {
      const { uploads } = opened;
      const draftId = randomUUID();
      const newer = await added(draftId);
      const older = await added(draftId, { createdAt: new Date('2026-06-13') });
      await added(randomUUID());
      expect(await uploads.ofDraft(draftId)).toEqual([older, newer]);
      expect(await opened.ledger.findWithUploads(draftId)).toEqual({ record: undefined, uploads: [older, newer] });
      expect(await uploads.finish(older.id, 'f'.repeat(64), NOW)).toBe(true);
      const whole = { sha256: 'f'.repeat(64), received: older.size, receivedAt: NOW.toISOString() };
      expect(await uploads.find(older.id)).toEqual({ ...older, ...whole });
      expect(await uploads.deleteIfUnclaimed(older.id)).toBe(true);
      expect(await uploads.deleteIfUnclaimed(older.id)).toBe(false);
      expect(await uploads.ofDraft(draftId)).toEqual([newer]);
    });

    test('claims a submission’s uploads in the write that creates it; they can no longer be deleted', async () => {
      const { uploads, ledger } = opened;
      const record = fresh();
      const [named, other] = [await added(record.id), await added(record.id)];
      expect(await ledger.create(record, naming(named.id), [named.id])).toBe('created');
      expect(await uploads.find(named.id)).toEqual({ ...named, claimed: true });
      expect([await uploads.deleteIfUnclaimed(named.id), await uploads.deleteIfUnclaimed(other.id)]).toEqual([
        false,
        true,
      ]);
      expect(await ledger.findWithUploads(record.id)).toEqual({ record, uploads: [{ ...named, claimed: true }] });
    });

    test('writes nothing of a submission if one of its uploads is gone or belongs to another draft', async () => {
      const { uploads, ledger } = opened;
      const record = fresh();
      const [there, foreign] = [await added(record.id), await added(randomUUID())];
      for (const id of ['0'.repeat(32), foreign.id]) {
        expect(await ledger.create(record, naming(there.id, id), [there.id, id])).toBe('documents-gone');
      }
      expect(await ledger.find(record.id)).toBeUndefined();
      expect([await uploads.deleteIfUnclaimed(there.id), await uploads.deleteIfUnclaimed(foreign.id)]).toEqual([
        true,
        true,
      ]);
    });

    test('gives an upload either to a claim or to a simultaneous removal, never to both or neither', async () => {
      const { uploads, ledger } = opened;
      for (let round = 0; round < 40; round += 1) {
        const record = fresh();
        const { id } = await added(record.id);
        const create = () => ledger.create(record, naming(id), [id]);
        const [creation, isTaken] = await (round % 2
          ? Promise.all([create(), uploads.deleteIfUnclaimed(id)])
          : Promise.all([uploads.deleteIfUnclaimed(id), create()]).then(([took, made]) => [made, took] as const));
        expect([creation, isTaken]).toEqual(creation === 'created' ? ['created', false] : ['documents-gone', true]);
        expect((await uploads.find(id))?.claimed).toBe(creation === 'created' ? true : undefined);
      }
    });

    test('claims the uploads of a corrected body, and releases those that it no longer names', async () => {
      const { uploads, ledger } = opened;
      const record = fresh();
      const [first, kept, second] = [await added(record.id), await added(record.id), await added(record.id)];
      await ledger.create(record, naming(first.id, kept.id), [first.id, kept.id]);
      const next = versioned(record, NOW, replaced('e'.repeat(64)));
      const ids = [kept.id, second.id];
      const gone = await ledger.save(next, { body: naming('0'.repeat(32)), claims: ['0'.repeat(32)] });
      expect(gone).toBe('documents-gone');
      expect((await uploads.find(first.id))?.claimed).toBe(true);
      expect(await ledger.save(next, { body: naming(...ids), claims: ids })).toBe('saved');
      expect(await Promise.all([kept, second, first].map(({ id }) => uploads.deleteIfUnclaimed(id)))).toEqual([
        false,
        false,
        true,
      ]);
    });

    test('keeps a claimed upload that the text of no body names', async () => {
      const { uploads, ledger } = opened;
      const record = fresh();
      const { id } = await added(record.id);
      expect(await ledger.create(record, BODY, [id])).toBe('created');
      expect(await uploads.deleteIfUnclaimed(id)).toBe(false);
    });

    test('lists unclaimed uploads from before a given time, even those of submitted drafts', async () => {
      const { uploads, ledger } = opened;
      const old = { createdAt: new Date('2026-06-13') };
      const record = fresh();
      const [claimed, left, of] = [await added(record.id, old), await added(record.id, old), new Date('2026-06-14')];
      const free = await added(randomUUID(), old);
      await added(randomUUID());
      await ledger.create(record, naming(claimed.id), [claimed.id]);
      const ids = async () => (await uploads.unclaimed(of)).map(({ id }) => id).toSorted();
      expect(await ids()).toEqual([left.id, free.id].toSorted());
    });
  });
}
