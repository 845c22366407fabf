import { describe, expect, test } from 'vitest';
import { documentsEvents } from '#features/documents/documents-slice.ts';
import type { Look } from '#features/documents/look/look.ts';
import type { Looker } from '#features/documents/look/looker.ts';
import { createLooks } from '#features/documents/look/looks.ts';
import { draftDeleted } from '#features/drafts/draft-events.ts';
import { connectionRegained } from '#platform/connection.ts';
import { documentsStore } from '../support/documents-store.ts';

const DRAFT = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const FILE = new Blob(['%PDF-1.7']);
const LOCKED: Look = { pageCount: 0, pictures: [], findings: [{ flaw: 'password', pages: [] }] };

/** A page with one document, and looks whose worker answers when the test says so. */
function page({ bytes = FILE }: { bytes?: Blob | undefined } = {}) {
  const store = documentsStore();
  const asked: { answer: (look: Look) => void; fail: () => void }[] = [];
  const looker: Looker = {
    look: () =>
      new Promise((resolve, reject) => asked.push({ answer: resolve, fail: () => reject(new Error('no scripts')) })),
    shrink: () => Promise.reject(new Error('not asked for')),
  };
  const looks = createLooks({ store, bytesOf: async () => bytes, looker });
  const attach = (attachment: string) =>
    store.dispatch(
      documentsEvents.attached({
        draftId: DRAFT,
        slot: 'cv',
        document: {
          attachment,
          name: 'cv.pdf',
          type: 'application/pdf',
          size: 8,
          uploadedBytes: 0,
          state: 'waiting',
          kept: true,
        },
      }),
    );
  attach('first');
  return { store, looks, asked, attach, want: () => looks.want(DRAFT, 'cv') };
}
const until = (truth: () => unknown) => expect.poll(truth).toBe(true);

describe('a document is looked at', () => {
  test('once, however often it is asked for', async () => {
    const { looks, asked, want } = page();
    want();
    want();
    await until(() => asked.length === 1);
    asked[0]?.answer(LOCKED);
    await until(() => looks.of('first') === LOCKED);
    want();
    expect(asked).toHaveLength(1);
  });

  test('and whoever shows it is told', async () => {
    const { looks, asked, want } = page();
    let calls = 0;
    const stop = looks.subscribe(() => {
      calls += 1;
    });
    want();
    await until(() => asked.length === 1);
    asked[0]?.answer(LOCKED);
    await until(() => calls === 1);
    stop();
  });

  test('again once the connection is back, where its scripts did not come', async () => {
    const { store, looks, asked, want } = page();
    want();
    await until(() => asked.length === 1);
    asked[0]?.fail();
    await expect
      .poll(() => {
        store.dispatch(connectionRegained());
        return asked.length;
      })
      .toBe(2);
    asked[1]?.answer(LOCKED);
    await until(() => looks.of('first') === LOCKED);
  });
});

describe('what was seen of a document', () => {
  test('is gone when another file takes its place, and what comes later of the first one is dropped', async () => {
    const { looks, asked, want, attach } = page();
    want();
    await until(() => asked.length === 1);
    attach('second');
    want();
    await until(() => asked.length === 2);
    asked[0]?.answer(LOCKED);
    asked[1]?.answer({ ...LOCKED, findings: [] });
    await until(() => looks.of('second') !== undefined);
    expect(looks.of('first')).toBeUndefined();
  });

  test.each([
    ['with the document', documentsEvents.removed({ draftId: DRAFT, slot: 'cv' })],
    ['with the draft', draftDeleted(DRAFT)],
  ])('is gone %s', async (_with, event) => {
    const { store, looks, asked, want } = page();
    want();
    await until(() => asked.length === 1);
    asked[0]?.answer(LOCKED);
    await until(() => looks.of('first') === LOCKED);
    store.dispatch(event);
    await until(() => looks.of('first') === undefined);
  });

  test('stands nowhere in the store', async () => {
    const { store, looks, asked, want } = page();
    want();
    await until(() => asked.length === 1);
    asked[0]?.answer(LOCKED);
    await until(() => looks.of('first') === LOCKED);
    expect(JSON.stringify(store.getState())).not.toContain('password');
  });
});
