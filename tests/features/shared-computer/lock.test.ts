import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PDF_ONLY } from '#components/upload/accepted-files.ts';
import { selectDraftDocuments } from '#features/documents/documents-slice.ts';
import { answersChanged } from '#features/drafts/draft-events.ts';
import { openDraft, openLatestDraft } from '#features/drafts/open-draft.ts';
import { flushDraft } from '#features/drafts/save-draft.ts';
import { lockDespiteUnsaved, lockNow } from '#features/shared-computer/lock.ts';
import { restoreUnsaved } from '#features/shared-computer/unsaved-while-locked.ts';
import { heldKeys } from '#platform/encryption/keys-of-this-tab.ts';
import { shareDevice } from '#platform/encryption/vault.ts';
import { vault } from '#platform/encryption/vault-state.ts';
import { endDevice, fillDevice, openPage, PASSPHRASE, prepareDevice, unlockedPage } from './own-page.ts';

const LIMITS = { types: PDF_ONLY, pdf: true, totalBytes: 100 * 1024 * 1024 };
const pdf = () => new File(['%PDF-1.7 of Amelia'], 'amelia.pdf', { type: 'application/pdf' });

let left: Awaited<ReturnType<typeof prepareDevice>>;
let page: ReturnType<typeof openPage>;
beforeEach(async () => {
  left = await prepareDevice();
  page = openPage();
  await page.store.dispatch(openLatestDraft('agent'));
  page.store.dispatch(answersChanged({ firstName: 'Amelia', familyName: 'Rose' }));
  await page.store.dispatch(flushDraft());
  await shareDevice(PASSPHRASE);
});
afterEach(endDevice);

const idOf = ({ store } = page) => store.getState().drafts.open?.id ?? '';
async function opened(id: string) {
  const next = await unlockedPage();
  await next.store.dispatch(openDraft(id));
  return next.store.getState().drafts.open;
}

describe('locking by hand', () => {
  test('saves what is open, forgets the keys and leaves the page', async () => {
    page.store.dispatch(answersChanged({ firstName: 'Mei Lin' }));
    expect(await page.store.dispatch(lockNow())).toEqual([]);
    expect(left).toHaveBeenCalledExactlyOnceWith('/');
    expect([vault.state(), heldKeys()]).toEqual(['locked', undefined]);
    expect((await opened(idOf()))?.answers).toMatchObject({ firstName: 'Mei Lin', familyName: 'Rose' });
  });

  test('names whose changes a full device cannot keep, and locks nothing', async () => {
    fillDevice();
    page.store.dispatch(answersChanged({ firstName: 'Mei Lin' }));
    expect(await page.store.dispatch(lockNow())).toEqual(['Mei Lin Rose']);
    expect(left).not.toHaveBeenCalled();
    expect(vault.state()).toBe('open');
  });

  test('names the student of a document that a full device cannot keep', async () => {
    const { put } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      if (this.name === 'files') throw new DOMException('The disk is full', 'QuotaExceededError');
      return key === undefined ? put.call(this, value) : put.call(this, value, key);
    });
    await page.engine.attach(idOf(), 'passport', pdf(), LIMITS);
    expect(await page.store.dispatch(lockNow())).toEqual(['Amelia Rose']);
    expect(left).not.toHaveBeenCalled();
  });
});

describe('locking however', () => {
  test('holds what a full device does not take, sealed, and writes it after unlocking', async () => {
    const repair = fillDevice();
    page.store.dispatch(answersChanged({ firstName: 'Mei Lin' }));
    await page.store.dispatch(lockDespiteUnsaved());
    expect(left).toHaveBeenCalledOnce();
    expect(window.name).not.toBe('');
    expect(window.name).not.toContain('Mei Lin');
    repair();
    await unlockedPage();
    await restoreUnsaved();
    expect((await opened(idOf()))?.answers).toMatchObject({ firstName: 'Mei Lin' });
  });
});

describe('a document', () => {
  /** The disk takes as many turns for each write of bytes. @returns the order of what happened */
  function slowDisk(turns: number): readonly string[] {
    const order: string[] = [];
    const { put } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
      let turn = 0;
      const again = () => {
        turn += 1;
        if (turn < turns) this.get('').addEventListener('success', again);
      };
      if (this.name === 'files') {
        again();
        this.transaction.addEventListener('complete', () => order.push('written'));
      }
      return key === undefined ? put.call(this, value) : put.call(this, value, key);
    });
    left.mockImplementation(() => void order.push('left'));
    return order;
  }
  const bytesAfterUnlocking = async () => {
    const { engine, store } = await unlockedPage();
    await engine.open(idOf());
    const document = selectDraftDocuments(store.getState(), idOf()).passport;
    return (await engine.bytesOf(idOf(), 'passport', document?.attachment ?? ''))?.text();
  };

  test('that is being written is there after unlocking, however slow the disk', async () => {
    const order = slowDisk(300);
    await page.engine.attach(idOf(), 'passport', pdf(), LIMITS);
    await page.store.dispatch(lockNow());
    expect(order).toEqual(['written', 'left']);
    expect(await bytesAfterUnlocking()).toBe('%PDF-1.7 of Amelia');
  });

  test('that was just chosen and is still being looked at is there, too', async () => {
    const order = slowDisk(10);
    const file = pdf();
    const slice = file.slice.bind(file);
    let isRead = () => {};
    const reading = new Promise<void>((resolve) => {
      isRead = resolve;
    });
    file.slice = (...range) =>
      Object.assign(slice(...range), { arrayBuffer: () => reading.then(() => slice(...range).arrayBuffer()) });
    const choosing = page.engine.attach(idOf(), 'passport', file, LIMITS);
    const locking = page.store.dispatch(lockNow());
    // As many turns as a lock needs that waits for nothing.
    for (let turn = 0; turn < 500; turn += 1) await new Promise(setImmediate);
    isRead();
    expect(await locking).toEqual([]);
    expect(await choosing).toBeUndefined();
    expect(order).toEqual(['written', 'left']);
    expect(await bytesAfterUnlocking()).toBe('%PDF-1.7 of Amelia');
  });
});
