import { sealPersonal } from '../personal-storage.ts';
import { encryptingTransaction } from './encrypting-transaction.ts';
import type { Keys } from './keys.ts';
import { localMarker, type Marker, parseMarker, writeLocalMarker } from './marker.ts';
import { askTabs, connectTabs, noteOpen } from './other-tabs.ts';
import { type KeyedBytes, sealFile } from './records.ts';
import { createTextBox, type TextBox } from './text-box.ts';
import { conversion, isReadable, vault } from './vault-state.ts';

/** The keys of this page while it is unlocked. */
let held: { readonly keys: Keys; readonly state: Marker['state'] } | undefined;

export const heldKeys = (): Keys | undefined => held?.keys;

/** Encrypts and decrypts text at once. Undefined while this page has no keys. */
export const heldBox = (): TextBox | undefined => held && createTextBox(held.keys);

/** Sends these keys to other tabs that ask. This page uses them once the database says that the computer is shared. */
export function answerTabsWith(keys: Keys, state: Marker['state']): void {
  held = { keys, state };
  noteOpen(true);
}

/** From now on this page reads and writes with these keys. */
export function applyKeys(keys: Keys, state: Marker['state']): void {
  answerTabsWith(keys, state);
  sealPersonal({ box: createTextBox(keys), seals: state !== 'unsealing' });
  vault.set(state === 'shared' ? 'open' : state);
}

/** Nothing is encrypted any more. */
export function dropKeys(): void {
  forgetKeys();
  conversion.set(undefined);
  vault.set('plain');
}

function forgetKeys(): void {
  held = undefined;
  noteOpen(false);
  sealPersonal(undefined);
}

/** Removes the keys from this page's memory and reloads it, so that nothing else stays in its memory either. */
export function leaveLocked(): void {
  forgetKeys();
  vault.set('locked');
  location.replace('/');
}

/** Connects this page to the other tabs. */
export function followTabs(): void {
  connectTabs({
    // A tab that asks while all tabs are being locked must be locked, too.
    answer: () => (vault.state() === 'locking' ? undefined : held),
    onConverted({ state, done, all }) {
      if (held === undefined) return;
      if (held.state !== state) applyKeys(held.keys, state);
      conversion.set(done < all ? { done, all } : undefined);
    },
    onReadable: () => held && dropKeys(),
    onUnlocked: () => vault.state() === 'locked' && void keysFor(localMarker()),
    onLock: leaveLocked,
  });
}

function lockInPlace(): void {
  forgetKeys();
  vault.set('locked');
}

/**
 * On a shared computer, asks the other tabs for the keys. If none has them, the page stays locked until the person unlocks
 * it. Never rejects.
 */
export async function askForKeys(): Promise<void> {
  followTabs();
  await keysFor(localMarker());
}

async function keysFor(marker: Marker | undefined): Promise<Keys | undefined> {
  const isTheirs = () => held !== undefined && (marker === undefined || held.keys.id === marker.id);
  if (!isTheirs()) {
    const answer = await askTabs();
    if (answer && (marker === undefined || answer.keys.id === marker.id)) applyKeys(answer.keys, answer.state);
  }
  if (isTheirs()) return held?.keys;
  lockPage(marker);
  return undefined;
}

/**
 * No tab has the keys. A page that shows something is reloaded, so that it is locked before it shows anything. A page
 * that shows nothing yet is locked in place.
 */
function lockPage(marker: Marker | undefined): void {
  const isKnownToNext = marker !== undefined && localMarker()?.id === marker.id;
  if (isKnownToNext && isReadable(vault.state())) leaveLocked();
  else lockInPlace();
}

/**
 * Wraps transactions so that they encrypt and decrypt, as the note in the database says. Undefined if this page has no
 * keys; it is then locked.
 */
export async function sealingFor(note: string) {
  followTabs();
  const marker = parseMarker(note);
  if (marker === undefined) {
    vault.set('locked');
    return undefined;
  }
  try {
    // The browser may have deleted only localStorage. The next page reads the marker there before it shows anything.
    if (localMarker() === undefined) writeLocalMarker(marker);
  } catch {
    // localStorage is full: the note in the database is enough.
  }
  const keys = await keysFor(marker);
  if (keys === undefined) return undefined;
  if (held?.state !== marker.state || vault.state() === 'plain') applyKeys(keys, marker.state);
  const writing = marker.state === 'unsealing' ? 'readable' : 'sealed';
  return {
    wrap: (transaction: object) => encryptingTransaction(transaction, keys, writing),
    sealAhead: async (file: KeyedBytes): Promise<KeyedBytes> => (writing === 'readable' ? file : sealFile(keys, file)),
  };
}
