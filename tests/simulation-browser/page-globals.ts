import { createHash } from 'node:crypto';
import type { Device } from './device.ts';
import { storageOver } from './disk.ts';
import { Hearing, SimEvent } from './events.ts';
import { pageNetwork } from './page-network.ts';
import { SimBlob, SimFile } from './sim-blob.ts';
import type { Owner } from './virtual-time.ts';

interface PageOwner extends Owner {
  readonly label: string;
}

/** A control of a form, as far as the page's listener uses it. */
class SimElement extends Hearing {
  closest(): object | null {
    return null;
  }
}
class SimInput extends SimElement {
  name = '';
  type = 'text';
  value = '';
  form: object | null = null;
  readonly ownerDocument = { activeElement: null };
}
class SimSelect extends SimElement {}
class SimRadios {}
class SimKeyboardEvent extends SimEvent {}

export type PageEvents = { readonly window: Hearing; readonly document: Hearing & { visibilityState: string } };

/** The globals of a page's window on a simulated device. */
export function pageGlobals(device: Device, owner: PageOwner, session: Map<string, string>) {
  const { time, random, disk, locks, channels, network } = device;
  const timers = `timers of ${owner.label}`;
  const setTimeout = (run: () => void, ms = 0) => time.after(ms, timers, run, owner);
  const repeating = new Map<number, number>();
  const setInterval = (run: () => void, ms: number) => {
    const again = () => {
      repeating.set(id, setTimeout(again, ms));
      run();
    };
    const id = setTimeout(again, ms);
    repeating.set(id, id);
    return id;
  };
  const clearTimeout = (id: number | undefined) => time.cancel(id);
  const clearInterval = (id: number) => {
    time.cancel(repeating.get(id));
    repeating.delete(id);
  };
  const bornAt = time.lived();

  class SimDate extends Date {
    constructor(...given: [] | [number | string]) {
      super(given.length === 0 ? time.now() : given[0]);
    }
    static override now(): number {
      return time.now();
    }
  }
  const timeout = (ms: number): AbortSignal => {
    const ending = new AbortController();
    setTimeout(() => ending.abort(new DOMException('took too long', 'TimeoutError')), ms);
    return ending.signal;
  };
  const hex = (digits: number) => Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');
  const crypto = {
    randomUUID: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    getRandomValues: <Numbers extends Uint32Array | Uint8Array>(numbers: Numbers) =>
      numbers.map(() => Math.floor(random() * 2 ** 32)),
    subtle: {
      digest: async (_name: string, bytes: ArrayBuffer) =>
        new Uint8Array(createHash('sha256').update(new Uint8Array(bytes)).digest()).buffer,
    },
  };
  const document = Object.assign(new Hearing(), {
    visibilityState: 'visible',
    readyState: 'complete',
    querySelector: () => null,
    createElement: (name: string) => (name === 'input' ? new SimInput() : new SimElement()),
  });
  const navigator = { locks: locks.locksOf(owner), onLine: true, product: 'Gecko', userAgent: 'simulated' };
  const location = { origin: 'http://localhost', protocol: 'http:', reload() {} };
  const isAlive = () => !owner.isDead;
  const globals = {
    ...{ document, navigator, location, setTimeout, setInterval, clearTimeout, clearInterval, crypto },
    ...device.indexedDbClasses,
    ...pageNetwork(network, owner),
    indexedDB: disk.indexedDbOf(owner),
    localStorage: storageOver(disk.local, isAlive, () => disk.faults.localFull),
    sessionStorage: storageOver(session, isAlive, () => false),
    BroadcastChannel: channels.channelClassOf(owner),
    Date: SimDate,
    Math: Object.assign(Object.create(Math), { random }),
    performance: { now: () => time.lived() - bornAt },
    AbortSignal: { timeout, any: (signals: AbortSignal[]) => AbortSignal.any(signals) },
    ...{ Blob: SimBlob, File: SimFile, Event: SimEvent, KeyboardEvent: SimKeyboardEvent },
    ...{ HTMLElement: SimElement, HTMLInputElement: SimInput, HTMLSelectElement: SimSelect, RadioNodeList: SimRadios },
    ...{ EventSource: undefined, requestAnimationFrame: undefined, requestIdleCallback: undefined, caches: undefined },
    ...{ setImmediate: undefined, process: undefined },
  };
  const window = Object.assign(new Hearing(), globals);
  const events: PageEvents = { window, document };
  return { globals: { ...globals, window, self: window, globalThis: window }, events };
}
