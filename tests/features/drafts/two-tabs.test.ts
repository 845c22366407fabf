import 'fake-indexeddb/auto';
import { locks } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AppStore, createStore } from '#app/store.ts';
import { answersChanged } from '#features/drafts/draft-events.ts';
import { watchExpiry } from '#features/drafts/expiry.ts';
import { createDraft, openDraft, openLatestDraft } from '#features/drafts/open-draft.ts';
import { removeDraft } from '#features/drafts/remove-draft.ts';
import { beforeSaving } from '#features/drafts/save-draft.ts';
import { draftTabs } from '#features/drafts/tabs.ts';
import { continueHere, followBackForwardCache, takeOver } from '#features/drafts/take-over.ts';
import { watchDrafts } from '#features/drafts/watch-drafts.ts';
import { openDatabase } from '#platform/database.ts';
import { newDevice } from '../new-device.ts';
import { withholdReleaseLimit } from './release-limit.ts';

const BrowserChannel = globalThis.BroadcastChannel;

/** What the pages tell each other; one that does not run for a while hears it when it runs again. */
class PageChannel {
  static opened: PageChannel[] = [];
  readonly #channel: BroadcastChannel;
  #isDeaf = false;
  readonly #waiting: (() => void)[] = [];

  constructor(name: string) {
    this.#channel = new BrowserChannel(name);
    PageChannel.opened.push(this);
  }
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void {
    this.#channel.addEventListener(type, (event) => {
      const hear = () => listener(event);
      if (this.#isDeaf) this.#waiting.push(hear);
      else hear();
    });
  }
  postMessage(message: unknown): void {
    this.#channel.postMessage(message);
  }
  close(): void {
    this.#channel.close();
  }
  /** Returns what makes it hear again. */
  deafen(): () => void {
    this.#isDeaf = true;
    return () => {
      this.#isDeaf = false;
      for (const hear of this.#waiting.splice(0)) hear();
    };
  }
}

/** Two pages of one browser, with the locks that happy-dom does not have and Node has. */
let first: AppStore;
let second: AppStore;
let id: string;
let channelsOfFirst: readonly PageChannel[];
const draftsOf = (store: AppStore) => store.getState().drafts;

beforeEach(async () => {
  await newDevice();
  Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
  vi.stubGlobal('BroadcastChannel', PageChannel);
  first = createStore();
  await first.dispatch(openLatestDraft('direct'));
  id = draftsOf(first).open?.id ?? '';
  first.dispatch(answersChanged({ firstName: 'Amelia' }));
  await vi.waitFor(() => expect(draftsOf(first).save.state).toBe('saved'));
  channelsOfFirst = PageChannel.opened.splice(0);
  second = createStore();
});
afterEach(() => {
  for (const store of [first, second]) store.dispatch(draftTabs()).close();
  PageChannel.opened = [];
  Reflect.deleteProperty(navigator, 'locks');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a draft that another tab has open can be read and not changed', async () => {
  await second.dispatch(openDraft(id));
  second.dispatch(answersChanged({ firstName: 'Emily' }));
  expect(draftsOf(second)).toMatchObject({ elsewhere: true, open: { answers: { firstName: 'Amelia' } } });
});

test('a draft that is taken over comes with what its tab had not written yet', async () => {
  withholdReleaseLimit();
  await second.dispatch(openDraft(id));
  first.dispatch(answersChanged({ familyName: 'Hall' }));
  await second.dispatch(takeOver());
  expect(draftsOf(second)).toMatchObject({ elsewhere: false, open: { answers: { familyName: 'Hall' } } });
});

test('a draft that is taken over comes with what was typed last, which its form had not stored yet', async () => {
  withholdReleaseLimit();
  await second.dispatch(openDraft(id));
  const unregister = beforeSaving(() => {
    unregister();
    first.dispatch(answersChanged({ familyName: 'Hall' }));
  });
  await second.dispatch(takeOver());
  expect(draftsOf(second).open?.answers).toMatchObject({ familyName: 'Hall' });
});

test('a draft that is asked for twice is taken over once, and what is typed after that stays', async () => {
  await second.dispatch(openDraft(id));
  const { opening } = draftsOf(second);
  const presses = [second.dispatch(takeOver()), second.dispatch(takeOver())];
  await vi.waitFor(() => expect(draftsOf(second).elsewhere).toBe(false));
  second.dispatch(answersChanged({ familyName: 'Hall' }));
  await Promise.all(presses);
  expect(draftsOf(second)).toMatchObject({ elsewhere: false, opening: opening + 1 });
  await vi.waitFor(() => expect(draftsOf(second).save.state).toBe('saved'));
  expect(await (await openDatabase()).get('drafts', id)).toMatchObject({ answers: { familyName: 'Hall' } });
});

test('a draft that is taken over while another one comes to the screen is left for other tabs', async () => {
  withholdReleaseLimit();
  await second.dispatch(openDraft(id));
  const taking = second.dispatch(takeOver());
  await second.dispatch(createDraft('direct'));
  await taking;
  await vi.waitFor(async () => expect(await first.dispatch(draftTabs()).acquire(id)).toBe(true));
});

/** No lock is granted before the returned function is called. */
function withholdLocks(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const request = async (...call: Parameters<typeof locks.request>) => {
    await promise;
    return locks.request(...call);
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request, query: () => locks.query() } });
  return resolve;
}

describe('a draft that another one replaces on the screen, before this tab gets its lock, is left for other tabs', () => {
  const isFree = (store: AppStore) =>
    vi.waitFor(async () => expect(await store.dispatch(draftTabs()).acquire(id)).toBe(true));

  test('when it continues here instead of on another device', async () => {
    await second.dispatch(openDraft(id));
    await first.dispatch(createDraft('direct'));
    const grant = withholdLocks();
    const continuing = second.dispatch(continueHere());
    await second.dispatch(createDraft('direct'));
    grant();
    await continuing;
    await isFree(first);
  });

  test('when the browser shows its page again', async () => {
    first.dispatch(followBackForwardCache());
    window.dispatchEvent(new Event('pagehide'));
    const grant = withholdLocks();
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await first.dispatch(createDraft('direct'));
    grant();
    await isFree(second);
  });
});

describe('a tab from which its draft is taken before it could write what was typed', () => {
  /** The second tab takes the draft over, while the first, where this was typed, hears nothing. Resolves to how it wakes. */
  async function takeOverUnheard(typed: Readonly<Record<string, string>>) {
    await second.dispatch(openDraft(id));
    const endings = channelsOfFirst.map((channel) => channel.deafen());
    const unregister = beforeSaving(() => {
      unregister();
      first.dispatch(answersChanged(typed));
    });
    await second.dispatch(takeOver());
    expect(draftsOf(second).open?.answers).toMatchObject({ firstName: 'Amelia' });
    expect(draftsOf(second).open?.answers).not.toHaveProperty('familyName');
    return () => {
      for (const end of endings) end();
    };
  }

  test('keeps it on its screen, read-only, and says that it is not saved; the other tab is not changed', async () => {
    const wake = await takeOverUnheard({ familyName: 'Hall' });
    wake();
    await vi.waitFor(() => expect(draftsOf(first)).toMatchObject({ elsewhere: true, save: { state: 'failed' } }));
    expect(draftsOf(first).open?.answers).toMatchObject({ firstName: 'Amelia', familyName: 'Hall' });
    second.dispatch(answersChanged({ firstName: 'Emily' }));
    await vi.waitFor(() => expect(draftsOf(second).save.state).toBe('saved'));
    expect(draftsOf(second).open?.answers).not.toHaveProperty('familyName');
  });

  test('keeps it on its screen regardless of what its new owner writes without it', async () => {
    for (const store of [first, second]) await store.dispatch(watchDrafts());
    const wake = await takeOverUnheard({ familyName: 'Hall' });
    wake();
    await vi.waitFor(() => expect(draftsOf(first).save.state).toBe('failed'));
    second.dispatch(answersChanged({ firstName: 'Emily' }));
    await vi.waitFor(() => expect(draftsOf(second).save.state).toBe('saved'));
    // What is saved after it has come to the first tab: so has what was saved before.
    await second.dispatch(createDraft('direct'));
    second.dispatch(answersChanged({ firstName: 'Oliver' }));
    await vi.waitFor(() => expect(Object.keys(first.getState().drafts.byId)).toHaveLength(2));
    expect(draftsOf(first).open?.answers).toMatchObject({ firstName: 'Amelia', familyName: 'Hall' });
    for (const store of [first, second]) await store.dispatch(watchExpiry())();
  });
});

/** The second tab takes the draft over, while the disk is full and the first tab cannot save this. */
async function takeOverUnsaved(typed: Readonly<Record<string, string>>): Promise<void> {
  withholdReleaseLimit();
  await second.dispatch(openDraft(id));
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  first.dispatch(answersChanged(typed));
  await vi.waitFor(() => expect(draftsOf(first).save.state).toBe('failed'));
  await second.dispatch(takeOver());
  expect(draftsOf(first)).toMatchObject({ elsewhere: true, save: { state: 'failed' }, open: { answers: typed } });
  expect(draftsOf(second).elsewhere).toBe(false);
}

describe('a draft whose owner has no room to save', () => {
  test('is taken over with a copy of what the owner could not save', async () => {
    await takeOverUnsaved({ familyName: 'Hall' });
    expect(draftsOf(second).open?.answers).toMatchObject({ firstName: 'Amelia', familyName: 'Hall' });
  });

  test('is taken over as it was saved if no copy can be kept; the rest stays on the owner’s screen', async () => {
    vi.stubGlobal('localStorage', { getItem: () => null });
    await takeOverUnsaved({ familyName: 'Hall' });
    expect(draftsOf(second).open?.answers).toMatchObject({ firstName: 'Amelia' });
    expect(draftsOf(second).open?.answers).not.toHaveProperty('familyName');
  });
});

test('a draft that was put away in one tab can be changed in the next', async () => {
  await first.dispatch(createDraft('direct'));
  await vi.waitFor(async () =>
    expect((await locks.query()).held?.map(({ name }) => name)).not.toContain(`draft:${id}`),
  );
  await second.dispatch(openDraft(id));
  expect(draftsOf(second).elsewhere).toBe(false);
});

test('a draft that is deleted in one tab is gone from the list of the other', async () => {
  await second.dispatch(watchDrafts());
  expect(second.getState().drafts.byId).toHaveProperty(id);
  await first.dispatch(removeDraft(id));
  await vi.waitFor(() => expect(second.getState().drafts.byId).not.toHaveProperty(id));
  await second.dispatch(watchExpiry())();
});
