import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RelayLedger, RelayRecord } from '#server/ports/relay-ledger.ts';

export interface OpenedRelays {
  readonly relays: RelayLedger;
  /** Closes it and opens it again on what was written. */
  reopen(): Promise<OpenedRelays>;
  dispose(): Promise<void>;
}

const END = '2026-06-15T00:45:00.000Z';
const fresh = (changes: Partial<RelayRecord> = {}): RelayRecord => ({
  id: randomUUID(),
  kind: 'document',
  reader: 'a'.repeat(64),
  writer: 'b'.repeat(64),
  maxBytes: 104_857_600,
  state: 'waiting',
  expiresAt: END,
  ...changes,
});

/** What every register of relays must do, whatever stands behind it. */
export function describeRelays(name: string, open: () => Promise<OpenedRelays>): void {
  describe(`${name} as the register of relays`, () => {
    let opened: OpenedRelays;
    beforeEach(async () => {
      opened = await open();
    });
    afterEach(() => opened.dispose());

    test('finds what was added, also after it was opened again; nothing else', async () => {
      const relay = fresh();
      await opened.relays.add(relay);
      expect(await opened.relays.find(relay.id)).toEqual(relay);
      opened = await opened.reopen();
      expect(await opened.relays.find(relay.id)).toEqual(relay);
      expect(await opened.relays.find(randomUUID())).toBeUndefined();
    });

    test('moves from the states that are named, and from no other', async () => {
      const relay = fresh();
      await opened.relays.add(relay);
      expect(await opened.relays.move(relay.id, { from: ['opened', 'sending'], to: 'arrived' })).toBe(false);
      expect(await opened.relays.find(relay.id)).toEqual(relay);
      expect(await opened.relays.move(relay.id, { from: ['waiting', 'opened'], to: 'sending', upload: 'u1' })).toBe(
        true,
      );
      expect(await opened.relays.find(relay.id)).toEqual({ ...relay, state: 'sending', uploadId: 'u1' });
      expect(await opened.relays.move(randomUUID(), { from: ['waiting'], to: 'opened' })).toBe(false);
    });

    test('moves on for the upload that was named last, and for none that it has overtaken', async () => {
      const relay = fresh();
      await opened.relays.add(relay);
      await opened.relays.move(relay.id, { from: ['waiting'], to: 'sending', upload: 'first' });
      await opened.relays.move(relay.id, { from: ['sending'], to: 'sending', upload: 'second' });
      const arrive = (fromUpload: string) =>
        opened.relays.move(relay.id, { from: ['sending'], fromUpload, to: 'arrived' });
      expect(await arrive('first')).toBe(false);
      expect(await arrive('second')).toBe(true);
      expect(await opened.relays.find(relay.id)).toEqual({ ...relay, state: 'arrived', uploadId: 'second' });
    });

    test('keeps of a draft that it is one, and who has claimed it first', async () => {
      const relay = fresh({ kind: 'draft', state: 'arrived' });
      await opened.relays.add(relay);
      const claims = ['c'.repeat(64), 'd'.repeat(64)];
      const moved = await Promise.all(
        claims.map((claim) => opened.relays.move(relay.id, { from: ['arrived'], to: 'fetching', claim })),
      );
      expect(moved.filter(Boolean)).toHaveLength(1);
      opened = await opened.reopen();
      const claim = claims[moved.indexOf(true)];
      expect(await opened.relays.find(relay.id)).toEqual({ ...relay, state: 'fetching', claim });
    });

    test('lets one of many through that move at once', async () => {
      const relay = fresh();
      await opened.relays.add(relay);
      const moved = await Promise.all(
        Array.from({ length: 8 }, () => opened.relays.move(relay.id, { from: ['waiting'], to: 'cancelled' })),
      );
      expect(moved.filter(Boolean)).toHaveLength(1);
    });

    test('lists what is over at a moment, the oldest first, and forgets', async () => {
      const before = fresh({ expiresAt: '2026-06-15T00:40:00.000Z' });
      const at = fresh();
      const after = fresh({ expiresAt: '2026-06-15T00:45:00.001Z' });
      for (const relay of [after, at, before]) await opened.relays.add(relay);
      expect(await opened.relays.expired(new Date(END), 10)).toEqual([before, at]);
      expect(await opened.relays.expired(new Date(END), 1)).toEqual([before]);
      await opened.relays.forget(before.id);
      expect(await opened.relays.expired(new Date(END), 10)).toEqual([at]);
    });
  });
}
