// @vitest-environment node
import 'fake-indexeddb/auto';
import { combineReducers, configureStore, createListenerMiddleware, type Middleware } from '@reduxjs/toolkit';
import { afterEach, describe, expect, test } from 'vitest';
import { documentsSlice } from '#features/documents/documents-slice.ts';
import { keptPages } from '#features/documents/scan/kept-pages.ts';
import { scanWorkOn } from '#features/documents/scan/scan-works.ts';
import { deleteDraft } from '#features/drafts/draft-database.ts';
import { draftDeleted, draftExpired, draftTakenOver } from '#features/drafts/draft-events.ts';

const DRAFT = 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11';
const PAGE = { id: 'one', name: 'passport of Amara.jpg', width: 3, height: 4, turns: 0 } as const;

function storeWithActions() {
  const actions: unknown[] = [];
  const record: Middleware = () => (next) => (action) => {
    actions.push(action);
    return next(action);
  };
  const store = configureStore({
    reducer: combineReducers({ documents: documentsSlice.reducer }),
    middleware: (getDefault) =>
      getDefault({ thunk: { extraArgument: {} } })
        .prepend(createListenerMiddleware().middleware)
        .concat(record),
  });
  return { store, actions };
}
const kept = async () => (await keptPages.list(DRAFT, 'passport')).length;
/** A work with one page on the disk that was opened, and one more change. */
async function workIn({ store }: ReturnType<typeof storeWithActions>) {
  await keptPages.put(DRAFT, 'passport', [PAGE], [{ id: 'one', bytes: new ArrayBuffer(3) }]);
  const work = store.dispatch(scanWorkOn(DRAFT, 'passport'));
  await work.open();
  return work;
}

afterEach(() => deleteDraft(DRAFT));

describe('the work on the pages of a slot', () => {
  test('is the same one while its draft is here', () => {
    const { store } = storeWithActions();
    const work = store.dispatch(scanWorkOn(DRAFT, 'passport'));
    expect(store.dispatch(scanWorkOn(DRAFT, 'passport'))).toBe(work);
    expect(store.dispatch(scanWorkOn(DRAFT, 'cv'))).not.toBe(work);
  });

  test.each([
    ['deleted', draftDeleted],
    ['over', draftExpired],
  ])('leaves no page on the device when the draft is %s, even if one was being written', async (_how, end) => {
    const made = storeWithActions();
    const work = await workIn(made);
    work.turn('one');
    made.store.dispatch(end(DRAFT));
    await expect.poll(kept).toBe(0);
    work.turn('one');
    await work.save();
    expect(await kept()).toBe(0);
  });

  test('leaves the pages to the tab that takes the draft over, and writes nothing any more', async () => {
    const made = storeWithActions();
    const work = await workIn(made);
    made.store.dispatch(draftTakenOver(DRAFT));
    work.turn('one');
    await work.save();
    expect(await keptPages.list(DRAFT, 'passport')).toEqual([PAGE]);
    expect(made.store.dispatch(scanWorkOn(DRAFT, 'passport'))).not.toBe(work);
  });

  test('brings neither names nor bytes of pages into the state or an action', async () => {
    const made = storeWithActions();
    const work = await workIn(made);
    work.turn('one');
    await work.save();
    const seen = JSON.stringify([made.store.getState(), made.actions]);
    expect(seen).toContain('drafts/documentsChanged');
    expect(seen).not.toContain('Amara');
  });
});
