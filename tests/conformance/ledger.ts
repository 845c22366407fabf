import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Ledger, SubmissionRecord } from '#server/ports/ledger.ts';
import type { UploadLedger } from '#server/ports/upload-ledger.ts';
import { completed, created, failed, processed, replaced, started, versioned } from '#server/submission/transitions.ts';

export interface OpenedLedgers {
  readonly ledger: Ledger;
  readonly uploads: UploadLedger;
  /** Closes it and opens it again on what was written. */
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

/** What every ledger must do, whatever stands behind it. */
export function describeLedger(name: string, open: () => Promise<OpenedLedgers>): void {
  describe(`${name} as ledger`, () => {
    let opened: OpenedLedgers;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.dispose());

    test('finds what was created, with its body; nothing else', async () => {
      const record = fresh();
      expect(await opened.ledger.create(record, BODY)).toBe('created');
      expect(await opened.ledger.find(record.id)).toEqual(record);
      expect(await opened.ledger.body(record.id, 1)).toEqual(BODY);
      expect(await opened.ledger.outputs(record.id, 1)).toEqual({});
      expect(await opened.ledger.find(randomUUID())).toBeUndefined();
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

    test('saves the next version only, with the output that belongs to it', async () => {
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

    test('lets exactly one of many writers have a version', async () => {
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

    test('names what is unfinished: in progress, or waiting for its time; not what waits for somebody', async () => {
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

    test('has everything after it was closed and opened again', async () => {
      const record = fresh();
      await opened.ledger.create(record, BODY);
      const next = versioned(record, NOW, started('preparing', NOW));
      await opened.ledger.save(next);
      opened = await opened.reopen();
      expect(await opened.ledger.find(record.id)).toEqual(next);
      await opened.ledger.ping();
    });

    test('tells watchers of every change, until they have had enough', async () => {
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

    test('says of one under way how it stands, or nothing; nothing of one that is processed', async () => {
      const record = fresh();
      await opened.ledger.create(record, BODY);
      const next = versioned(record, NOW, started('preparing', NOW));
      await opened.ledger.save(next);
      expect([undefined, next]).toContainEqual(opened.ledger.underWay(record.id));
      await opened.ledger.save(versioned(next, NOW, processed(NOW.toISOString())));
      expect(opened.ledger.underWay(record.id)).toBeUndefined();
    });

    test('registers uploads by draft, oldest first, and names those that nobody submitted', async () => {
      const { uploads, ledger } = opened;
      const draftId = randomUUID();
      const upload = (id: string, createdAt: string) => ({
        id,
        draftId,
        slot: 'cv',
        name: 'é "x".pdf',
        type: 'application/pdf',
        size: 5,
        createdAt,
      });
      const [older, newer] = [
        upload('a'.repeat(32), '2026-06-13T00:00:00.000Z'),
        upload('b'.repeat(32), NOW.toISOString()),
      ];
      await uploads.add(newer);
      await uploads.add(older);
      expect(await uploads.ofDraft(draftId)).toEqual([older, newer]);
      await uploads.finish(older.id, 'f'.repeat(64));
      expect(await uploads.find(older.id)).toEqual({ ...older, sha256: 'f'.repeat(64) });
      expect((await uploads.unclaimed(new Date('2026-06-14'))).map(({ id }) => id)).toEqual([older.id]);
      await ledger.create(fresh({ id: draftId }), BODY);
      expect(await uploads.unclaimed(new Date('2026-06-14'))).toEqual([]);
      await uploads.remove(older.id);
      expect(await uploads.find(older.id)).toBeUndefined();
    });
  });
}
