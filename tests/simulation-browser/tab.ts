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
 * A tab of a simulated device. It is loaded, reloaded, hidden, frozen, closed, or killed: then nothing of it runs any
 * more, what it had not committed is undone, and no event is fired. Its sessionStorage outlives its pages.
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
    device.locks.letGoOf(owner);
    device.channels.closeThoseOf(owner);
  }

  /** A bubbling event: the window's listeners last. A frozen page hears of none. */
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
    /** Undefined while no page is loaded. */
    page: () => page?.program,
    release: () => page?.release,
    isFrozen: () => page?.owner.isFrozen === true,
    setVisible,
    fire,
    /** The browser stops its timers and holds back its messages, or continues with them. */
    freeze(isFrozen: boolean) {
      if (page && !page.owner.isAway) page.owner.isFrozen = isFrozen;
    },
    isAway: () => page?.owner.isAway === true,
    /**
     * Another site takes the page's place, and the browser keeps it whole for the way back: nothing of it runs. One that
     * still holds a lock, or has something under way on the disk, ends as if it were closed, as browsers do it
     * (https://web.dev/articles/bfcache). `rest` is what the browser lets run before that.
     */
    async goAway(rest: () => Promise<void>) {
      const left = page;
      if (left === undefined || left.owner.isFrozen) return;
      setVisible('hidden');
      fire('window', 'pagehide', true);
      // Anything that it releases at once is free.
      await nextTurn();
      await rest();
      if (page !== left) return;
      if (device.locks.concerns(left.owner) || device.disk.isUsedBy(left.owner)) end(left);
      else Object.assign(left.owner, { isFrozen: true, isAway: true });
    },
    /** The way back: the page continues where it was. */
    comeBack() {
      if (page === undefined || !page.owner.isAway) return;
      Object.assign(page.owner, { isFrozen: false, isAway: false });
      fire('window', 'pageshow', true);
      setVisible('visible');
    },
    /** Leaves the page as a reload, a closed tab or a followed link does; the last work of the page may still end. */
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
