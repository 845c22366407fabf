import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { created, processed, versioned } from '#server/submission/transitions.ts';
import type { OpenedLedgers } from './ledger.ts';

const NOW = new Date('2026-06-15T00:30:00.000Z');

/** The tests for every register of uploads in a database: it counts, and decides by its counts. */
export function describeUploadRegister(
  name: string,
  open: () => Promise<Pick<OpenedLedgers, 'ledger' | 'uploads' | 'dispose'>>,
): void {
  describe(`${name} as register of uploads`, () => {
    let opened: Awaited<ReturnType<typeof open>>;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.dispose());

    const upload = (draftId: string, slot = 'cv') => ({
      id: randomUUID().replaceAll('-', ''),
      ...{ draftId, slot, name: 'a.pdf', type: 'application/pdf', size: 5, createdAt: NOW.toISOString() },
    });

    test('completes several at the same time, each with its own SHA-256, and reports which are gone', async () => {
      const { uploads } = opened;
      const made = ['a', 'b', 'c'].map((digit) => ({ ...upload(randomUUID()), sum: digit.repeat(64) }));
      const [first, gone, last] = made.map(({ sum: _sum, ...each }) => each);
      for (const each of [first, last]) if (each) await uploads.add(each);
      const answers = await Promise.all(made.map(({ id, sum }) => uploads.finish(id, sum, NOW)));
      expect(answers).toEqual([true, false, true]);
      expect((await uploads.find(first?.id ?? ''))?.sha256).toBe('a'.repeat(64));
      expect(await uploads.find(gone?.id ?? '')).toBeUndefined();
      expect((await uploads.find(last?.id ?? ''))?.sha256).toBe('c'.repeat(64));
    });

    test('counts the uploads of each client and of all through start, growth, completion and removal', async () => {
      const { uploads } = opened;
      const made = (size: number, client: string) => ({ ...upload(randomUUID()), size, client });
      const [one, two, other] = [made(2_000_000_000, 'one'), made(1_999_999_999, 'one'), made(1000, 'other')];
      const old = { ...made(7, 'one'), createdAt: '2026-06-13T00:00:00.000Z' };
      for (const each of [one, two, other, old]) await uploads.add(each);
      /** Bytes besides the uploads themselves. */
      const heldBy = async (id: string, count: { client: number; all: number }) => {
        const { client = 0, all = 0 } = (await uploads.findHeld(id))?.held ?? {};
        return [client - count.client * 16_384, all - count.all * 16_384];
      };
      expect(await heldBy(one.id, { client: 3, all: 4 })).toEqual([0, 0]);
      await uploads.noteArrived(two.id, 1_500_000_000, NOW);
      await uploads.noteArrived(other.id, 400, NOW);
      await uploads.finish(one.id, 'f'.repeat(64), NOW);
      expect(await heldBy(one.id, { client: 3, all: 4 })).toEqual([3_500_000_000, 3_500_000_400]);
      expect(await heldBy(other.id, { client: 1, all: 4 })).toEqual([400, 3_500_000_400]);
      expect((await uploads.findHeld(two.id))?.upload).toEqual(await uploads.find(two.id));
      await uploads.forgetClients(new Date('2026-06-14'));
      expect((await uploads.find(old.id))?.client).toBeUndefined();
      expect(await heldBy(one.id, { client: 2, all: 4 })).toEqual([3_500_000_000, 3_500_000_400]);
      await uploads.deleteIfUnclaimed(one.id);
      expect(await heldBy(two.id, { client: 1, all: 3 })).toEqual([1_500_000_000, 1_500_000_400]);
      expect(await uploads.findHeld(one.id)).toBeUndefined();
    });

    test('counts simultaneous writes for one client', async () => {
      const { uploads } = opened;
      for (let round = 0; round < 5; round += 1) {
        const old = Array.from({ length: 12 }, () => ({ ...upload(randomUUID()), client: 'one' }));
        await Promise.all(old.map((each) => uploads.add(each)));
        const added = Array.from({ length: 12 }, () => ({ ...upload(randomUUID()), client: 'one' }));
        const [finished, begun, gone] = [old.slice(0, 4), old.slice(4, 8), old.slice(8)];
        await Promise.all([
          ...finished.map(({ id }) => uploads.finish(id, 'f'.repeat(64), NOW)),
          ...added.map((each) => uploads.add(each)),
          ...begun.map(({ id }) => uploads.noteArrived(id, 2, NOW)),
          ...gone.map(({ id }) => uploads.deleteIfUnclaimed(id)),
        ]);
      }
      const one = { ...upload(randomUUID()), client: 'one' };
      await uploads.add(one);
      const bytes = 5 * (4 * 5 + 4 * 2) + (5 * 20 + 1) * 16_384;
      expect((await uploads.findHeld(one.id))?.held).toEqual({ client: bytes, all: bytes });
    });

    test('registers an upload within the limits, or reports the exceeded limit', async () => {
      const { uploads, ledger } = opened;
      const around = 16_384;
      const wide = { draft: 1e9, client: 1e9, all: 1e9, activeSince: new Date('2026-06-14') };
      const draftId = randomUUID();
      const made = (size: number, facts: { draftId?: string; slot?: string } = {}) => ({
        ...upload(facts.draftId ?? draftId, facts.slot),
        size,
        client: 'one',
      });
      const first = made(1000);
      expect(await uploads.add(first, { ...wide, draft: 1000 })).toBeUndefined();
      expect(await uploads.find(first.id)).toEqual(first);
      expect(await uploads.add(made(500, { slot: 'passport' }), { ...wide, draft: 1499 })).toBe('draft');
      // The newer upload replaces the older one in its slot.
      expect(await uploads.add(made(1400), { ...wide, draft: 1499 })).toBeUndefined();
      // Announced bytes use at most three quarters of the rest of a limit.
      const elsewhere = () => made(100_000, { draftId: randomUUID() });
      const held = 2 * around;
      expect(await uploads.add(elsewhere(), { ...wide, client: held + 2400 + 100_000 + around - 1 })).toBe('client');
      expect(await uploads.add(elsewhere(), { ...wide, all: held + 2400 + 100_000 + around - 1 })).toBe('all');
      expect(await uploads.add(elsewhere(), { ...wide, room: held + 2400 + 100_000 + around - 1 })).toBe('room');
      expect(await uploads.add(elsewhere(), { ...wide, room: held + 2400 + 100_000 + around })).toBeUndefined();
      const late = { ...wide, activeSince: NOW };
      expect(await uploads.add(elsewhere(), { ...late, all: 3 * around + 100_000 + around })).toBeUndefined();
      const done = created({ id: randomUUID(), kind: 'student', digest: 'd', now: NOW });
      await ledger.create(done, {});
      await ledger.save(versioned(done, NOW, processed(NOW.toISOString())), {});
      expect(await uploads.add(made(1, { draftId: done.id }), wide)).toBe('done');
    });
  });
}
