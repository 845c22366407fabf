import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TransferLedger, TransferRecord } from '#server/adapters/sql/transfers.ts';

export interface OpenedTransfers {
  readonly transfers: TransferLedger;
  /** Closes it and opens it again on the same data. */
  reopen(): Promise<OpenedTransfers>;
  dispose(): Promise<void>;
}

const END = '2026-06-15T00:45:00.000Z';
const fresh = (changes: Partial<TransferRecord> = {}): TransferRecord => ({
  id: randomUUID(),
  kind: 'document',
  reader: 'a'.repeat(64),
  writer: 'b'.repeat(64),
  maxBytes: 104_857_600,
  claim: null,
  state: 'waiting',
  uploadId: null,
  expiresAt: END,
  ...changes,
});

/** The tests for every ledger of transfers, regardless of its storage. */
export function describeTransfers(name: string, open: () => Promise<OpenedTransfers>): void {
  describe(`${name} as the ledger of transfers`, () => {
    let opened: OpenedTransfers;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.dispose());

    test('finds what was added, even after a reopen, and nothing else', async () => {
      const transfer = fresh();
      await opened.transfers.add(transfer);
      expect(await opened.transfers.find(transfer.id)).toEqual(transfer);
      opened = await opened.reopen();
      expect(await opened.transfers.find(transfer.id)).toEqual(transfer);
      expect(await opened.transfers.find(randomUUID())).toBeUndefined();
    });

    test('changes only from the named states', async () => {
      const transfer = fresh();
      await opened.transfers.add(transfer);
      expect(await opened.transfers.move(transfer.id, { from: ['opened', 'sending'], to: 'arrived' })).toBe(false);
      expect(await opened.transfers.find(transfer.id)).toEqual(transfer);
      expect(
        await opened.transfers.move(transfer.id, { from: ['waiting', 'opened'], to: 'sending', upload: 'u1' }),
      ).toBe(true);
      expect(await opened.transfers.find(transfer.id)).toEqual({ ...transfer, state: 'sending', uploadId: 'u1' });
      expect(await opened.transfers.move(randomUUID(), { from: ['waiting'], to: 'opened' })).toBe(false);
    });

    test('continues for the upload that was named last, not for earlier ones', async () => {
      const transfer = fresh();
      await opened.transfers.add(transfer);
      await opened.transfers.move(transfer.id, { from: ['waiting'], to: 'sending', upload: 'first' });
      await opened.transfers.move(transfer.id, { from: ['sending'], to: 'sending', upload: 'second' });
      const arrive = (fromUpload: string) =>
        opened.transfers.move(transfer.id, { from: ['sending'], fromUpload, to: 'arrived' });
      expect(await arrive('first')).toBe(false);
      expect(await arrive('second')).toBe(true);
      expect(await opened.transfers.find(transfer.id)).toEqual({ ...transfer, state: 'arrived', uploadId: 'second' });
    });

    test('records that a transfer is a draft, and its first claim', async () => {
      const transfer = fresh({ kind: 'draft', state: 'arrived' });
      await opened.transfers.add(transfer);
      const claims = ['c'.repeat(64), 'd'.repeat(64)];
      const moved = await Promise.all(
        claims.map((claim) => opened.transfers.move(transfer.id, { from: ['arrived'], to: 'fetching', claim })),
      );
      expect(moved.filter(Boolean)).toHaveLength(1);
      opened = await opened.reopen();
      const claim = claims[moved.indexOf(true)];
      expect(await opened.transfers.find(transfer.id)).toEqual({ ...transfer, state: 'fetching', claim });
    });

    test('allows one of many simultaneous changes', async () => {
      const transfer = fresh();
      await opened.transfers.add(transfer);
      const moved = await Promise.all(
        Array.from({ length: 8 }, () => opened.transfers.move(transfer.id, { from: ['waiting'], to: 'cancelled' })),
      );
      expect(moved.filter(Boolean)).toHaveLength(1);
    });

    test('continues without an upload only until one is named', async () => {
      const transfer = fresh();
      await opened.transfers.add(transfer);
      const begin = (upload: string) =>
        opened.transfers.move(transfer.id, { from: ['waiting', 'sending'], fromUpload: null, to: 'sending', upload });
      expect([await begin('first'), await begin('second')]).toEqual([true, false]);
      expect(await opened.transfers.find(transfer.id)).toEqual({ ...transfer, state: 'sending', uploadId: 'first' });
    });

    test('lists what has expired at a given time, oldest first, and removes it', async () => {
      const before = fresh({ expiresAt: '2026-06-15T00:40:00.000Z' });
      const at = fresh();
      const after = fresh({ expiresAt: '2026-06-15T00:45:00.001Z' });
      for (const transfer of [after, at, before]) await opened.transfers.add(transfer);
      expect(await opened.transfers.expired(new Date(END), 10)).toEqual([before.id, at.id]);
      expect(await opened.transfers.expired(new Date(END), 1)).toEqual([before.id]);
      await opened.transfers.remove(before.id);
      expect(await opened.transfers.expired(new Date(END), 10)).toEqual([at.id]);
    });
  });
}
