import { changeSharing, closeDatabase, readAsKept, writeAsKept } from '../database.ts';
import { SHARED_COMPUTER } from '../device-storage.ts';
import { rewritePersonal } from '../personal-storage.ts';
import { convertRecords } from './convert-records.ts';
import { createKeys, type Keys, openKeys, rewrapped } from './keys.ts';
import { answerTabsWith, applyKeys, dropKeys, followTabs, heldKeys } from './keys-of-this-tab.ts';
import { assertRoomFor, localMarker, type Marker, parseMarker, removeLocalMarker, writeLocalMarker } from './marker.ts';
import { tellTabs } from './other-tabs.ts';
import { conversion, isStopped } from './vault-state.ts';

/** Called during the conversion with the number of converted records. */
export type Progress = (done: number, all: number) => void;

/**
 * Encrypts everything on this device under a passphrase. If it rejects before the first record was converted, nothing
 * has changed. Otherwise the next call, or the next unlocking, continues.
 *
 * @throws the browser's own error (no room, storage blocked), DatabaseTimeout if another tab does not close the
 * database, or NotItsPassphrase if the computer is shared already and the passphrase is another
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

/** The computer is shared already, with another passphrase. */
export class NotItsPassphrase extends Error {
  override readonly name = 'NotItsPassphrase';
}

/** The marker is written before anything is encrypted. If that fails, nothing has changed. */
async function beginSharing(passphrase: string): Promise<Keys> {
  const { keys, marker } = await createKeys(passphrase);
  assertRoomFor(marker);
  // A tab that finds the note asks for the keys at once.
  answerTabsWith(keys, marker.state);
  try {
    // From here on, every tab encrypts what it writes.
    await changeSharing(JSON.stringify(marker));
  } catch (failure) {
    dropKeys();
    throw failure;
  }
  applyKeys(keys, marker.state);
  writeLocalMarker(marker);
  return keys;
}

async function seal(keys: Keys, tell: Progress): Promise<void> {
  await orStopped('sealing', async () => {
    const [marker] = await markers();
    // An interrupted decryption left the note by which every page writes readable records.
    if (marker?.state === 'unsealing') {
      await changeSharing(JSON.stringify({ ...marker, state: 'sealing' }));
      applyKeys(keys, 'sealing');
    }
    await convertRecords(keys, 'sealed', told('sealing', tell));
    rewritePersonal();
    await changeMarker((marker) => ({ ...marker, state: 'shared' }));
  });
  // A connection reads the format when it is opened. `sealing` and `sealed` are the same to it.
  applyKeys(keys, 'shared');
  told('shared')(0, 0);
}

/**
 * Unlocks this device. An interrupted conversion continues in the background (`conversion` says how far it is).
 *
 * @param onStopped called if the conversion fails
 * @throws if storage cannot be read
 */
export function unlock(passphrase: string, onStopped = () => {}): Promise<'open' | 'wrong'> {
  return inTurn(async () => {
    followTabs();
    const found = await findMarker(passphrase);
    if (found === undefined) return 'wrong';
    const { marker, keys } = found;
    // The state before: a page whose database was deleted creates another.
    if ((await notedMarker()) === undefined && marker.state !== 'unsealing')
      await changeSharing(JSON.stringify(marker));
    else await changeMarker(() => marker).catch(() => {});
    await closeDatabase();
    applyKeys(keys, marker.state);
    tellTabs({ type: 'unlocked' });
    void inTurn(() => goOn(keys, marker.state)).catch(onStopped);
    return 'open';
  });
}

/**
 * Continues an interrupted conversion, if this tab has the keys and no other tab does it.
 *
 * @throws what storage throws
 */
export const goOnNow = (isWanted = () => true): Promise<void> =>
  inTurn(async () => {
    const [marker] = await markers();
    const keys = heldKeys();
    if (marker && keys && isWanted()) await goOn(keys, marker.state);
  });

/**
 * The same, once the tab that converted the records was closed before the end. Never rejects: `isStopped` says that it
 * failed.
 */
export async function goOnIfLeft(): Promise<void> {
  // If tabs cannot wait for each other, they do not know whether it was closed.
  if (!navigator.locks) return;
  // The other tab has finished, or has said that it could not.
  await goOnNow(() => conversion.state() !== undefined).catch(() => {});
}

/** An interrupted conversion, and records that another version of the page has written readable since then. */
async function goOn(keys: Keys, state: Marker['state']): Promise<void> {
  if (heldKeys() !== keys) return;
  if (state === 'sealing') await seal(keys, () => {});
  else if (state === 'unsealing') await unseal(keys, () => {});
  else rewritePersonal();
}

/** Replaces the passphrase. If this is interrupted, one of the two works. */
export function changePassphrase(from: string, to: string): Promise<'changed' | 'wrong'> {
  return inTurn(async () => {
    const found = await findMarker(from);
    const changed = found && (await rewrapped(found.marker, from, to));
    if (changed === undefined) return 'wrong';
    await changeMarker(() => changed);
    return 'changed';
  });
}

/**
 * Makes everything readable, as on an ordinary device. If it is interrupted, the next call, or the next unlocking,
 * continues.
 */
export function unshareDevice(passphrase: string, tell: Progress = () => {}): Promise<'plain' | 'wrong'> {
  return inTurn(async () => {
    const found = await findMarker(passphrase);
    if (found === undefined) return 'wrong';
    const { keys } = found;
    const unsealing: Marker = { ...found.marker, state: 'unsealing' };
    // From here on, every tab writes readable records.
    await changeSharing(JSON.stringify(unsealing));
    writeLocalMarker(unsealing);
    applyKeys(keys, 'unsealing');
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
  dropKeys();
  tellTabs({ type: 'readable' });
}

/** If it fails, no tab shows progress any more, and this one knows that records are left. */
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

/** Reports the progress here and to other tabs. */
function told(state: Marker['state'], tell: Progress = () => {}): Progress {
  return (done, all) => {
    conversion.set(done < all ? { done, all } : undefined);
    tellTabs({ type: 'walked', state, done, all });
    tell(done, all);
  };
}

const notedMarker = async (): Promise<Marker | undefined> =>
  parseMarker(await readAsKept(['notes'], ({ store }) => store.get(SHARED_COMPUTER)));

/** The marker of the database, then the one of localStorage, which may belong to other keys. */
async function markers(): Promise<readonly Marker[]> {
  const [noted, local] = [await notedMarker(), localMarker()];
  if (noted === undefined) return local ? [unnoted(local)] : [];
  return local && local.id === noted.id ? [noted, { ...local, state: noted.state }] : [noted];
}

/** No marker in the database: decryption had almost finished, or encryption had not begun. */
const unnoted = (local: Marker): Marker => ({ ...local, state: local.state === 'unsealing' ? 'unsealing' : 'sealing' });

/** The marker that this passphrase opens. A change of the passphrase may have reached only one of the two places. */
async function findMarker(passphrase: string): Promise<{ readonly marker: Marker; readonly keys: Keys } | undefined> {
  for (const marker of await markers()) {
    const keys = await openKeys(marker, passphrase);
    if (keys) return { marker, keys };
  }
  return undefined;
}

/** Writes both markers; rejects if one of them cannot be written. */
async function changeMarker(change: (marker: Marker) => Marker): Promise<void> {
  const present = (await markers())[0];
  if (present === undefined) return;
  const next = change(present);
  await writeAsKept(['notes'], async ({ store }) => {
    if ((await store.get(SHARED_COMPUTER)) !== undefined) await store.put(JSON.stringify(next), SHARED_COMPUTER);
  });
  writeLocalMarker(next);
}

/** Each tab has its own connection, but only one tab converts the records. */
const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
  navigator.locks ? navigator.locks.request('shared-computer', () => work()) : work();
