import { createListeners } from '../holder.ts';
import type { Keys } from './keys.ts';
import type { Marker } from './marker.ts';

/** The messages between the tabs of a shared computer. */
type SharingMessage =
  /** Asks which tab has the keys. */
  | { readonly type: 'asked' }
  | { readonly type: 'keys'; readonly keys: Keys; readonly state: Marker['state'] }
  /** How many records are converted. */
  | { readonly type: 'walked'; readonly state: Marker['state']; readonly done: number; readonly all: number }
  /** Nothing is encrypted any more. */
  | { readonly type: 'readable' }
  /** The passphrase was entered in this tab, so a locked tab can ask for the keys. */
  | { readonly type: 'unlocked' }
  /** Every tab saves its open application and locks. */
  | { readonly type: 'lock' };

const CHANNEL = 'shared-computer';
/** A tab that is awake answers sooner, even on a slow device. */
const ANSWER_MS = 1000;
/** A value in localStorage that changes at each lock, for a page that slept and received no message. */
const LOCK_MARK = 'locked';

type HeldKeys = Pick<Extract<SharingMessage, { type: 'keys' }>, 'keys' | 'state'>;
interface SharingHooks {
  /** The keys of this page, for a tab that asks. */
  readonly answer: () => HeldKeys | undefined;
  readonly onConverted: (progress: Extract<SharingMessage, { type: 'walked' }>) => void;
  readonly onReadable: () => void;
  readonly onUnlocked: () => void;
  /** The default, until the shared-computer feature replaces it. */
  readonly onLock: () => void;
}

let channel: BroadcastChannel | undefined;
let known: string | null = null;
const locks = createListeners();

/** Runs something when another page was locked, so that this one must lock, too. Returns a function that ends this. */
export const whenLockedElsewhere = locks.subscribe;

/** From now on, this page answers other tabs and hears them. A second call does nothing. */
export function connectTabs({ answer, onConverted, onReadable, onUnlocked, onLock }: SharingHooks): void {
  if (channel !== undefined || typeof BroadcastChannel !== 'function') return;
  channel = new BroadcastChannel(CHANNEL);
  known = lockMark();
  channel.addEventListener('message', ({ data }: MessageEvent<SharingMessage>) => {
    const held = answer();
    if (data.type === 'asked' && held) tellTabs({ type: 'keys', ...held });
    if (data.type === 'walked') onConverted(data);
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

/** Tells every other tab to lock. A sleeping tab locks when it wakes. */
export function tellLocked(): void {
  try {
    known = crypto.randomUUID();
    localStorage.setItem(LOCK_MARK, known);
  } catch {
    // Storage is full. Tabs that are awake still hear the message.
  }
  tellTabs({ type: 'lock' });
}

/** Each page with the keys holds this lock. If no page holds it, a page that asks need not wait. */
const OPEN_LOCK = 'shared-computer-open';
let releaseOpenLock: (() => void) | undefined;

/** Says whether this page has the keys. */
export function noteOpen(isOpen: boolean): void {
  if (isOpen === (releaseOpenLock !== undefined)) return;
  releaseOpenLock?.();
  releaseOpenLock = undefined;
  if (!isOpen) return;
  // A lock from before these keys does not concern a page that has them.
  known = lockMark();
  const held = new Promise<void>((resolve) => {
    releaseOpenLock = resolve;
  });
  // This browser allows no locks here, so the page asks without them.
  navigator.locks?.request(OPEN_LOCK, { mode: 'shared' }, () => held).catch(() => {});
}

async function isNobodyOpen(): Promise<boolean> {
  const state = await navigator.locks?.query().catch(() => undefined);
  return state !== undefined && !state.held?.some(({ name }) => name === OPEN_LOCK);
}

/** The keys from another open tab; undefined if none answers within a second. */
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
