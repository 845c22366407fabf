import { changeSharing, closeDatabase, readAsKept, writeAsKept } from '../database.ts';
import { rewritePersonal } from '../personal-storage.ts';
import { SHARED_COMPUTER } from '../stored-here.ts';
import { convertRecords } from './convert-records.ts';
import { createKeys, type Keys, openKeys, rewrapped } from './keys.ts';
import { followTabs, heldKeys, hold, holdNothing, offer } from './keys-of-this-tab.ts';
import { assertRoomFor, localMarker, type Marker, parseMarker, removeLocalMarker, writeLocalMarker } from './marker.ts';
import { tellTabs } from './other-tabs.ts';
import { isStopped, walk } from './vault-state.ts';

/** Called while the records are sealed or unsealed, with how many are through. */
export type Progress = (done: number, all: number) => void;

/**
 * Seals everything that is kept on this device under a passphrase. Where it rejects before the first record was touched,
 * nothing has changed; after that it goes on when it is called again, and at the next unlocking.
 *
 * @throws the browser's own error (no room, storage blocked), DatabaseTimeout if another tab does not close the database,
 * or NotItsPassphrase if it is called again
 */
export function shareDevice(passphrase: string, tell: Progress = () => {}): Promise<void> {
  return inTurn(async () => {
    followTabs();
    const begun = (await markers())[0];
    const keys = begun ? await openKeys(begun, passphrase) : await beginSharing(passphrase);
    if (keys === undefined) throw new NotItsPassphrase();
    await seal(keys, tell);
  });
}

/** It is shared already, with another passphrase. */
export class NotItsPassphrase extends Error {
  override readonly name = 'NotItsPassphrase';
}

/** Nothing is sealed before what opens it lies in the database: where that cannot be, nothing has changed. */
async function beginSharing(passphrase: string): Promise<Keys> {
  const { keys, marker } = await createKeys(passphrase);
  assertRoomFor(marker);
  // A tab that finds the note asks for them at once.
  offer(keys, marker.state);
  try {
    // From here on every tab seals what it writes.
    await changeSharing(JSON.stringify(marker));
  } catch (failure) {
    holdNothing();
    throw failure;
  }
  hold(keys, marker.state);
  writeLocalMarker(marker);
  return keys;
}

async function seal(keys: Keys, tell: Progress): Promise<void> {
  await orStopped('sealing', async () => {
    const [marker] = await markers();
    // A decryption that was cut short left the note by which every page writes readable records.
    if (marker?.state === 'unsealing') {
      await changeSharing(JSON.stringify({ ...marker, state: 'sealing' }));
      hold(keys, 'sealing');
    }
    await convertRecords(keys, 'sealed', told('sealing', tell));
    rewritePersonal();
    await changeMarker((marker) => ({ ...marker, state: 'shared' }));
  });
  // Connections read how the records lie when they are opened; sealing and sealed are the same to them.
  hold(keys, 'shared');
  told('shared')(0, 0);
}

/**
 * Opens what is kept here; what was not sealed or unsealed to the end goes on meanwhile (`walk` says how far it is).
 *
 * @param onStopped called where that cannot be done
 * @throws where storage cannot be read
 */
export function unlock(passphrase: string, onStopped = () => {}): Promise<'open' | 'wrong'> {
  return inTurn(async () => {
    followTabs();
    const found = await findMarker(passphrase);
    if (found === undefined) return 'wrong';
    const { marker, keys } = found;
    // As it was before: a page whose database was thrown away begins another.
    if ((await notedMarker()) === undefined && marker.state !== 'unsealing')
      await changeSharing(JSON.stringify(marker));
    else await changeMarker(() => marker).catch(() => {});
    await closeDatabase();
    hold(keys, marker.state);
    tellTabs({ type: 'unlocked' });
    void inTurn(() => goOn(keys, marker.state)).catch(onStopped);
    return 'open';
  });
}

/**
 * Goes on with what was cut short, where this tab has the keys and it is still wanted once no other tab works on it.
 *
 * @throws what storage throws
 */
export const goOnNow = (isWanted = () => true): Promise<void> =>
  inTurn(async () => {
    const [marker] = await markers();
    const keys = heldKeys();
    if (marker && keys && isWanted()) await goOn(keys, marker.state);
  });

/** The same once the tab that was at it has been closed in the middle. Never rejects: what fails is said (`isStopped`). */
export async function goOnIfLeft(): Promise<void> {
  // Where tabs cannot wait for each other, nobody knows whether it was closed.
  if (!navigator.locks) return;
  // Whoever came to the end, or could not, has said so.
  await goOnNow(() => walk.state() !== undefined).catch(() => {});
}

/** What was cut short, and what another version of the page has left readable meanwhile. */
async function goOn(keys: Keys, state: Marker['state']): Promise<void> {
  if (heldKeys() !== keys) return;
  if (state === 'sealing') await seal(keys, () => {});
  else if (state === 'unsealing') await unseal(keys, () => {});
  else rewritePersonal();
}

/** The other passphrase opens it from now on. Where it is cut short one of the two does. */
export function changePassphrase(from: string, to: string): Promise<'changed' | 'wrong'> {
  return inTurn(async () => {
    const found = await findMarker(from);
    const changed = found && (await rewrapped(found.marker, from, to));
    if (changed === undefined) return 'wrong';
    await changeMarker(() => changed);
    return 'changed';
  });
}

/** Everything is readable again, as on any other device. Goes on when it is called again, and at the next unlocking. */
export function unshareDevice(passphrase: string, tell: Progress = () => {}): Promise<'plain' | 'wrong'> {
  return inTurn(async () => {
    const found = await findMarker(passphrase);
    if (found === undefined) return 'wrong';
    const { keys } = found;
    const unsealing: Marker = { ...found.marker, state: 'unsealing' };
    // From here on every tab writes readable records.
    await changeSharing(JSON.stringify(unsealing));
    writeLocalMarker(unsealing);
    hold(keys, 'unsealing');
    await unseal(keys, tell);
    return 'plain';
  });
}

async function unseal(keys: Keys, tell: Progress): Promise<void> {
  await orStopped('unsealing', async () => {
    const isNoted = (await notedMarker()) !== undefined;
    if (isNoted) await convertRecords(keys, 'readable', told('unsealing', tell));
    rewritePersonal();
    if (isNoted) await changeSharing(undefined);
  });
  removeLocalMarker();
  holdNothing();
  tellTabs({ type: 'readable' });
}

/** Where it fails no tab goes on saying how far it is, and this one knows that not everything is through. */
async function orStopped(state: 'sealing' | 'unsealing', work: () => Promise<void>): Promise<void> {
  try {
    await work();
    isStopped.set(false);
  } catch (failure) {
    told(state)(0, 0);
    isStopped.set(true);
    throw failure;
  }
}

/** Says here and in other tabs how far it is. */
function told(state: Marker['state'], tell: Progress = () => {}): Progress {
  return (done, all) => {
    walk.set(done < all ? { done, all } : undefined);
    tellTabs({ type: 'walked', state, done, all });
    tell(done, all);
  };
}

const notedMarker = async (): Promise<Marker | undefined> =>
  parseMarker(await readAsKept(['notes'], ({ store }) => store.get(SHARED_COMPUTER)));

/** The marker of the database, then that of localStorage, which may be for other keys than the records have. */
async function markers(): Promise<readonly Marker[]> {
  const [noted, local] = [await notedMarker(), localMarker()];
  if (noted === undefined) return local ? [unnoted(local)] : [];
  return local && local.id === noted.id ? [noted, { ...local, state: noted.state }] : [noted];
}

/** No marker in the database: decryption had almost finished, or encryption had not begun. */
const unnoted = (local: Marker): Marker => ({ ...local, state: local.state === 'unsealing' ? 'unsealing' : 'sealing' });

/** The marker that this passphrase opens: a change of the passphrase may have come to one of the two places only. */
async function findMarker(passphrase: string): Promise<{ readonly marker: Marker; readonly keys: Keys } | undefined> {
  for (const marker of await markers()) {
    const keys = await openKeys(marker, passphrase);
    if (keys) return { marker, keys };
  }
  return undefined;
}

/** In both places; rejects where one of them takes nothing. */
async function changeMarker(change: (marker: Marker) => Marker): Promise<void> {
  const present = (await markers())[0];
  if (present === undefined) return;
  const next = change(present);
  await writeAsKept(['notes'], async ({ store }) => {
    if ((await store.get(SHARED_COMPUTER)) !== undefined) await store.put(JSON.stringify(next), SHARED_COMPUTER);
  });
  writeLocalMarker(next);
}

/** Every tab has its own: only one of them changes how the records lie. */
const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks ? navigator.locks.request('shared-computer', () => work()) : work();
