import { sealPersonal } from '../personal-storage.ts';
import { lend } from './encrypting-transaction.ts';
import type { Keys } from './keys.ts';
import { localMarker, type Marker, parseMarker, writeLocalMarker } from './marker.ts';
import { askTabs, connectTabs, noteOpen } from './other-tabs.ts';
import { type KeyedBytes, sealFile } from './records.ts';
import { createTextBox, type TextBox } from './text-box.ts';
import { isReadable, vault, walk } from './vault-state.ts';

/** Of this page, while it is unlocked. */
let held: { readonly keys: Keys; readonly state: Marker['state'] } | undefined;

export const heldKeys = (): Keys | undefined => held?.keys;

/** Seals and unseals text at once; undefined while this page has no keys. */
export const heldBox = (): TextBox | undefined => held && createTextBox(held.keys);

/** Another tab that asks gets these keys from now on; this page has them once the database says that it is shared. */
export function offer(keys: Keys, state: Marker['state']): void {
  held = { keys, state };
  noteOpen(true);
}

/** This page reads and writes with these keys from now on. */
export function hold(keys: Keys, state: Marker['state']): void {
  offer(keys, state);
  sealPersonal({ box: createTextBox(keys), seals: state !== 'unsealing' });
  vault.set(state === 'shared' ? 'open' : state);
}

/** Nothing is sealed any more. */
export function holdNothing(): void {
  forgetKeys();
  walk.set(undefined);
  vault.set('plain');
}

function forgetKeys(): void {
  held = undefined;
  noteOpen(false);
  sealPersonal(undefined);
}

/** The keys are gone from this page's memory, and the page is loaded anew, so that nothing else of it stays there. */
export function leaveLocked(): void {
  forgetKeys();
  vault.set('locked');
  location.replace('/');
}

/** Hears and answers other tabs from now on. */
export function followTabs(): void {
  connectTabs({
    // Who asks meanwhile is to be locked, too.
    answer: () => (vault.state() === 'locking' ? undefined : held),
    onWalked({ state, done, all }) {
      if (held === undefined) return;
      if (held.state !== state) hold(held.keys, state);
      walk.set(done < all ? { done, all } : undefined);
    },
    onReadable: () => held && holdNothing(),
    onUnlocked: () => vault.state() === 'locked' && void keysFor(localMarker()),
    onLock: leaveLocked,
  });
}

function lockInPlace(): void {
  forgetKeys();
  vault.set('locked');
}

/**
 * This computer is shared: asks the other tabs for the keys. Where none has them the page is locked until somebody unlocks
 * it. Never rejects.
 */
export async function arrive(): Promise<void> {
  followTabs();
  await keysFor(localMarker());
}

async function keysFor(marker: Marker | undefined): Promise<Keys | undefined> {
  const isTheirs = () => held !== undefined && (marker === undefined || held.keys.id === marker.id);
  if (!isTheirs()) {
    const answer = await askTabs();
    if (answer && (marker === undefined || answer.keys.id === marker.id)) hold(answer.keys, answer.state);
  }
  if (isTheirs()) return held?.keys;
  shut(marker);
  return undefined;
}

/**
 * Nobody has the keys. A page that shows something by now, since nothing had told it before, is loaded anew, where the next
 * one knows it from its first moment on; one that shows nothing yet stays.
 */
function shut(marker: Marker | undefined): void {
  const isKnownToNext = marker !== undefined && localMarker()?.id === marker.id;
  if (isKnownToNext && isReadable(vault.state())) leaveLocked();
  else lockInPlace();
}

/**
 * What makes of each transaction one that seals and unseals, by the note that lies in the database; undefined where this
 * page has no keys, and is locked from now on.
 */
export async function sealingFor(note: string) {
  followTabs();
  const marker = parseMarker(note);
  if (marker === undefined) {
    vault.set('locked');
    return undefined;
  }
  try {
    // The browser may have thrown away that one alone: the next page has to know before it shows anything.
    if (localMarker() === undefined) writeLocalMarker(marker);
  } catch {
    // Full: this note says it.
  }
  const keys = await keysFor(marker);
  if (keys === undefined) return undefined;
  if (held?.state !== marker.state || vault.state() === 'plain') hold(keys, marker.state);
  const writing = marker.state === 'unsealing' ? 'readable' : 'sealed';
  return {
    lend: (transaction: object) => lend(transaction, keys, writing),
    sealAhead: async (file: KeyedBytes): Promise<KeyedBytes> => (writing === 'readable' ? file : sealFile(keys, file)),
  };
}
