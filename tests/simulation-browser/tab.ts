import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Release } from './bundle.ts';
import type { Device } from './device.ts';
import { type Hearing, SimEvent } from './events.ts';
import { type PageEvents, pageGlobals } from './page-globals.ts';
import type { Program } from './page-program.ts';

interface Page {
  readonly program: Program;
  readonly owner: { isDead: boolean; isFrozen: boolean; isAway: boolean; readonly label: string };
  readonly events: PageEvents;
  readonly release: Release;
}

export type Tab = ReturnType<typeof createTab>;

/**
 * A tab of a simulated device. It can be loaded, reloaded, hidden, frozen, closed or killed. After a kill, none of its
 * code runs, its uncommitted writes are undone, and no event fires. Its sessionStorage outlives its pages.
 */
export function createTab(device: Device, name: string, copied?: ReadonlyMap<string, string>) {
  const session = new Map(copied);
  let page: Page | undefined;
  let loads = 0;

  function load(): void {
    loads += 1;
    const owner = { isDead: false, isFrozen: false, isAway: false, label: `${name}.${loads}` };
    const { globals, events } = pageGlobals(device, owner, session);
    const { release } = device.deployed;
    const { startPage } = device.programs.page(release, globals) as { startPage: () => Program };
    page = { program: startPage(), owner, events, release };
  }

  function end({ owner }: Page): void {
    owner.isDead = true;
    page = undefined;
    device.disk.abortThoseOf(owner);
    device.locks.releaseAllOf(owner);
    device.channels.closeThoseOf(owner);
  }

  /** A bubbling event: the window's listeners come last. A frozen page receives none. */
  function fire(target: 'window' | 'document', type: string, persisted = false): void {
    if (page === undefined || page.owner.isFrozen) return;
    const { window, document } = page.events;
    const event = new SimEvent(type, { persisted });
    if (target === 'document') document.dispatchEvent(event);
    (window as Hearing).dispatchEvent(event);
  }

  function setVisible(visibilityState: 'visible' | 'hidden'): void {
    if (page === undefined || page.events.document.visibilityState === visibilityState) return;
    page.events.document.visibilityState = visibilityState;
    fire('document', 'visibilitychange');
  }

  load();
  return {
    name,
    session,
    /** Undefined if no page is loaded. */
    page: () => page?.program,
    release: () => page?.release,
    isFrozen: () => page?.owner.isFrozen === true,
    setVisible,
    fire,
    /** The browser stops its timers and holds its messages, or resumes them. */
    freeze(isFrozen: boolean) {
      if (page && !page.owner.isAway) page.owner.isFrozen = isFrozen;
    },
    isAway: () => page?.owner.isAway === true,
    /**
     * Navigates to another site. The browser puts the page into the back/forward cache, where none of its code runs. A
     * page with a lock or with open work on the disk is closed instead, as in browsers
     * (https://web.dev/articles/bfcache). `rest` is what the browser still runs before that.
     */
    async goAway(rest: () => Promise<void>) {
      const left = page;
      if (left === undefined || left.owner.isFrozen) return;
      setVisible('hidden');
      fire('window', 'pagehide', true);
      // Locks that it releases immediately are free.
      await nextTurn();
      await rest();
      if (page !== left) return;
      if (device.locks.concerns(left.owner) || device.disk.isUsedBy(left.owner)) end(left);
      else Object.assign(left.owner, { isFrozen: true, isAway: true });
    },
    /** Returns from the back/forward cache: the page continues where it was. */
    comeBack() {
      if (page === undefined || !page.owner.isAway) return;
      Object.assign(page.owner, { isFrozen: false, isAway: false });
      fire('window', 'pageshow', true);
      setVisible('visible');
    },
    /** Leaves the page by a reload, a closed tab or a link; the page's last work may still end. */
    async leave() {
      if (page === undefined) return;
      setVisible('hidden');
      fire('window', 'pagehide');
      end(page);
    },
    kill() {
      if (page) end(page);
    },
    load,
  };
}
