import { IDBFactory } from 'fake-indexeddb';
import { toast } from 'react-hot-toast/headless';
import { afterAll, vi } from 'vitest';

// The files of a worker share one process, which saves two fifths of the processor time. What a file has replaced,
// started or stored must not reach the next one.

type Start = (...given: unknown[]) => unknown;
const { setTimeout, setInterval, BroadcastChannel } = globalThis;
/** Ends what this file has started. */
const ends: (() => void)[] = [];

const started =
  (start: Start, end: (it: never) => void): Start =>
  (...given) => {
    const it = start(...given);
    ends.push(() => end(it as never));
    return it;
  };

class TrackedChannel extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    ends.push(() => this.close());
  }
}

Object.assign(globalThis, {
  setTimeout: Object.assign(started(setTimeout as Start, clearTimeout), setTimeout),
  setInterval: Object.assign(started(setInterval as Start, clearInterval), setInterval),
  BroadcastChannel: TrackedChannel,
});

// Some files have no document.
const targets = [globalThis.window, globalThis.document].filter((target) => target !== undefined);
const listenTo = targets.map((target) => {
  const { addEventListener } = target;
  target.addEventListener = (...given: Parameters<typeof addEventListener>) => {
    addEventListener.apply(target, given);
    ends.push(() => target.removeEventListener(given[0], given[1], given[2]));
  };
  return () => Object.assign(target, { addEventListener });
});

/** Web Locks and the like, by which a file replaces what the browser has. */
const hosts = [globalThis.navigator, globalThis.document].filter((host) => host !== undefined);
const own = hosts.map((host) => new Set(Object.getOwnPropertyNames(host)));

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  for (const end of ends) end();
  for (const putBack of listenTo) putBack();
  for (const [index, host] of hosts.entries()) {
    const fakes = Object.getOwnPropertyNames(host).filter((key) => !own[index]?.has(key));
    for (const fake of fakes) Reflect.deleteProperty(host, fake);
  }
  Object.assign(globalThis, { setTimeout, setInterval, BroadcastChannel });
  vi.resetModules();
  // Modules of libraries are not reset.
  toast.remove();
  globalThis.document?.body.replaceChildren();
  globalThis.localStorage?.clear();
  globalThis.sessionStorage?.clear();
  globalThis.indexedDB = new IDBFactory();
});
