import { locks } from 'node:worker_threads';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { DraftNotice, DraftTabs } from '#features/drafts/draft-services.ts';
import { createDraftTabs } from '#features/drafts/tabs.ts';
import { withholdReleaseLimit } from './release-limit.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const OTHER = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const opened: DraftTabs[] = [];

/** A tab of this browser. happy-dom has no locks, so it uses those of Node. */
function openTab({ onWanted = async () => {}, release }: { onWanted?: () => Promise<void>; release?: string } = {}) {
  const told = {
    wanted: vi.fn(onWanted),
    lost: vi.fn(),
    notices: vi.fn<(notice: DraftNotice) => void>(),
    releases: vi.fn(),
  };
  const hooks = { onWanted: told.wanted, onLost: told.lost, onNotice: told.notices, onRelease: told.releases };
  const tabs = createDraftTabs(hooks, release);
  opened.push(tabs);
  return { tabs, told };
}

Object.defineProperty(navigator, 'locks', { configurable: true, writable: true, value: locks });
afterEach(() => {
  for (const tabs of opened.splice(0)) tabs.close();
  vi.unstubAllGlobals();
});

describe('one tab owns a draft', () => {
  test('a second is refused; other drafts are free', async () => {
    const [one, two] = [openTab(), openTab()];
    expect(await one.tabs.acquire(ID)).toBe(true);
    expect(await two.tabs.acquire(ID)).toBe(false);
    expect(await two.tabs.acquire(OTHER)).toBe(true);
    expect(await one.tabs.acquire(ID)).toBe(true);
  });

  test('a draft that is put away is free', async () => {
    const [one, two] = [openTab(), openTab()];
    await one.tabs.acquire(ID);
    one.tabs.release(ID);
    await vi.waitFor(async () => expect(await two.tabs.acquire(ID)).toBe(true));
  });

  test('taking over waits until the owner has written, and costs it the draft', async () => {
    withholdReleaseLimit();
    const written = Promise.withResolvers<void>();
    const [one, two] = [openTab({ onWanted: () => written.promise }), openTab()];
    await one.tabs.acquire(ID);
    let taken = false;
    const taking = two.tabs.takeOver(ID).then(() => (taken = true));
    await vi.waitFor(() => expect(one.told.wanted).toHaveBeenCalledWith(ID));
    expect(taken).toBe(false);
    written.resolve();
    await taking;
    expect(await one.tabs.acquire(ID)).toBe(false);
  });

  test('an owner that does not answer within a second loses it, and hears of that', async () => {
    const [one, two] = [openTab({ onWanted: () => new Promise(() => {}) }), openTab()];
    await one.tabs.acquire(ID);
    await two.tabs.takeOver(ID);
    await vi.waitFor(() => expect(one.told.lost).toHaveBeenCalledWith(ID));
    expect(await one.tabs.acquire(ID)).toBe(false);
  });

  test('without Web Locks every tab owns what it opens', async () => {
    Object.assign(navigator, { locks: undefined });
    const [one, two] = [openTab(), openTab()];
    expect([await one.tabs.acquire(ID), await two.tabs.acquire(ID)]).toEqual([true, true]);
    Object.assign(navigator, { locks });
  });
});

test('tabs hear of what others save and delete, and not of their own doing', async () => {
  const [one, two] = [openTab(), openTab()];
  one.tabs.announce({ type: 'saved', id: ID });
  one.tabs.announce({ type: 'deleted', id: OTHER });
  await vi.waitFor(() => expect(two.told.notices).toHaveBeenCalledTimes(2));
  expect(two.told.notices.mock.calls).toEqual([[{ type: 'saved', id: ID }], [{ type: 'deleted', id: OTHER }]]);
  expect(one.told.notices).not.toHaveBeenCalled();
});

test('a message that this version does not know is ignored', async () => {
  const { tabs, told } = openTab();
  await tabs.acquire(ID);
  const later = new BroadcastChannel('draft-tabs');
  later.postMessage({ type: 'from-the-future', id: ID });
  const other = openTab();
  other.tabs.announce({ type: 'saved', id: OTHER });
  await vi.waitFor(() => expect(told.notices).toHaveBeenCalled());
  later.close();
  expect(told.notices.mock.calls).toEqual([[{ type: 'saved', id: OTHER }]]);
  expect(told.wanted).not.toHaveBeenCalled();
});

test('a tab hears of the release of a tab that is opened later, if it is another one', async () => {
  const older = openTab({ release: 'one' });
  const same = openTab({ release: 'one' });
  const newer = openTab({ release: 'two' });
  newer.tabs.announce({ type: 'saved', id: OTHER });
  for (const { told } of [older, same]) {
    await vi.waitFor(() => expect(told.notices).toHaveBeenCalled());
    expect(told.releases.mock.calls).toEqual([['two']]);
  }
  expect(newer.told.releases).not.toHaveBeenCalled();
});
