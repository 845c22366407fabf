import type { Release } from './bundle.ts';
import type { Device } from './device.ts';
import { type Hearing, SimEvent } from './events.ts';
import { type PageEvents, pageGlobals } from './page-globals.ts';
import type { Program } from './page-program.ts';

interface Page {
  readonly program: Program;
  readonly owner: { isDead: boolean; isFrozen: boolean; readonly label: string };
  readonly events: PageEvents;
  readonly release: Release;
}

export type Tab = ReturnType<typeof createTab>;

/**
 * A tab of a simulated device. It is loaded, loaded anew, hidden, frozen, closed, or killed: then nothing of it runs any
 * more, what it had not committed is undone, and no event says so. Its sessionStorage outlives its pages.
 */
export function createTab(device: Device, name: string, copied?: ReadonlyMap<string, string>) {
  const session = new Map(copied);
  let page: Page | undefined;
  let loads = 0;

  function load(): void {
    loads += 1;
    const owner = { isDead: false, isFrozen: false, label: `${name}.${loads}` };
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
  function fire(target: 'window' | 'document', type: string): void {
    if (page === undefined || page.owner.isFrozen) return;
    const { window, document } = page.events;
    const event = new SimEvent(type);
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
    /** The browser stops its timers and holds back its messages, or goes on with them. */
    freeze(isFrozen: boolean) {
      if (page) page.owner.isFrozen = isFrozen;
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
