import { createListeners } from '../holder.ts';
import type { Keys } from './keys.ts';
import type { Marker } from './marker.ts';

/** What the tabs of a shared computer tell each other. */
type SharingMessage =
  /** Who has the keys? */
  | { readonly type: 'asked' }
  | { readonly type: 'keys'; readonly keys: Keys; readonly state: Marker['state'] }
  /** So far are the records. */
  | { readonly type: 'walked'; readonly state: Marker['state']; readonly done: number; readonly all: number }
  /** Nothing is sealed any more. */
  | { readonly type: 'readable' }
  /** Somebody has entered the passphrase: a tab that is locked may ask for the keys. */
  | { readonly type: 'unlocked' }
  /** Every tab saves what is open and is locked. */
  | { readonly type: 'lock' };

const CHANNEL = 'shared-computer';
/** A tab that is awake answers sooner, also on a slow device. */
const ANSWER_MS = 1000;
/** In localStorage: another value each time that it is locked, for a page that slept and heard nothing. */
const LOCK_MARK = 'locked';

type HeldKeys = Pick<Extract<SharingMessage, { type: 'keys' }>, 'keys' | 'state'>;
interface SharingHooks {
  /** What this page has, for a tab that asks. */
  readonly answer: () => HeldKeys | undefined;
  readonly onWalked: (walked: Extract<SharingMessage, { type: 'walked' }>) => void;
  readonly onReadable: () => void;
  readonly onUnlocked: () => void;
  /** Where nobody else sees to it. */
  readonly onLock: () => void;
}

let channel: BroadcastChannel | undefined;
let known: string | null = null;
const locks = createListeners();

/** Runs something when this page has to be locked, since another one was. Returns what ends that. */
export const whenLockedElsewhere = locks.subscribe;

/** Answers other tabs and hears them from now on; a second time does nothing. */
export function connectTabs({ answer, onWalked, onReadable, onUnlocked, onLock }: SharingHooks): void {
  if (channel !== undefined || typeof BroadcastChannel !== 'function') return;
  channel = new BroadcastChannel(CHANNEL);
  known = lockMark();
  channel.addEventListener('message', ({ data }: MessageEvent<SharingMessage>) => {
    const held = answer();
    if (data.type === 'asked' && held) tellTabs({ type: 'keys', ...held });
    if (data.type === 'walked') onWalked(data);
    if (data.type === 'readable') onReadable();
    if (data.type === 'unlocked') onUnlocked();
    if (data.type === 'lock' && held) lock();
  });
  const look = () => {
    if (answer() !== undefined && lockMark() !== known) lock();
  };
  const lock = () => {
    known = lockMark();
    if (locks.areThere()) locks.call();
    else onLock();
  };
  for (const event of ['pageshow', 'focus']) globalThis.addEventListener?.(event, look);
  globalThis.document?.addEventListener('resume', look);
  globalThis.document?.addEventListener('visibilitychange', look);
}

export const tellTabs = (message: SharingMessage): void => channel?.postMessage(message);

/** Tells every other tab to lock, those that sleep when they wake. */
export function tellLocked(): void {
  try {
    known = crypto.randomUUID();
    localStorage.setItem(LOCK_MARK, known);
  } catch {
    // Full: those that are awake hear it all the same.
  }
  tellTabs({ type: 'lock' });
}

/** Held by each page that has the keys: who asks needs not wait where there is none. */
const OPEN_LOCK = 'shared-computer-open';
let letGo: (() => void) | undefined;

/** Says whether this page has the keys. */
export function noteOpen(isOpen: boolean): void {
  if (isOpen === (letGo !== undefined)) return;
  letGo?.();
  letGo = undefined;
  if (!isOpen) return;
  // A lock that was made before these keys came says nothing to a page that has them.
  known = lockMark();
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  // A browser that allows no locks here is asked without.
  navigator.locks?.request(OPEN_LOCK, { mode: 'shared' }, () => held).catch(() => {});
}

async function isNobodyOpen(): Promise<boolean> {
  const state = await navigator.locks?.query().catch(() => undefined);
  return state !== undefined && !state.held?.some(({ name }) => name === OPEN_LOCK);
}

/** The keys from another tab that is open; undefined where none answers within a second. */
export async function askTabs(): Promise<HeldKeys | undefined> {
  if (await isNobodyOpen()) return undefined;
  return new Promise<HeldKeys | undefined>((resolve) => {
    const ending = new AbortController();
    const settle = (answer?: HeldKeys) => {
      ending.abort();
      clearTimeout(timer);
      resolve(answer);
    };
    const timer = setTimeout(settle, channel ? ANSWER_MS : 0);
    const hear = ({ data }: MessageEvent<SharingMessage>) => data.type === 'keys' && settle(data);
    channel?.addEventListener('message', hear, { signal: ending.signal });
    tellTabs({ type: 'asked' });
  });
}

function lockMark(): string | null {
  try {
    return localStorage.getItem(LOCK_MARK);
  } catch {
    return null;
  }
}
