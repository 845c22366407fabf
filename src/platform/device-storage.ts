/** The one database of this device. */
export const DATABASE = 'applications';

/**
 * Whether this browser has the database already. Asking does not create it. Small, because every first visitor asks.
 * Rejects if the browser gives no storage.
 */
export async function hasDatabase(): Promise<boolean> {
  // Firefox before 126 has no such list. Without this, saved applications would never be found there.
  if (typeof indexedDB.databases !== 'function') return canBeOpened();
  return (await indexedDB.databases()).some(({ name }) => name === DATABASE);
}

/**
 * Without a version, an existing database opens as it is. A missing one is about to be created, and the abort prevents
 * that. Only used if a browser has no list, because WebKit still lists the aborted database.
 */
function canBeOpened(): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE);
    let isNew = false;
    opening.addEventListener('upgradeneeded', () => {
      isNew = true;
      opening.transaction?.abort();
    });
    opening.addEventListener('success', () => {
      opening.result.close();
      resolve(true);
    });
    opening.addEventListener('error', (event) => {
      // Otherwise Firefox writes the failure to the console.
      event.preventDefault();
      if (isNew) resolve(false);
      else reject(opening.error);
    });
  });
}

/**
 * Whether this browser allows this site no storage, as when all cookies are blocked. localStorage then throws at the
 * mere property. The errors of a database differ, and Chromium's looks like a broken disk.
 */
export function isStorageBlocked(): boolean {
  try {
    return typeof localStorage.length !== 'number';
  } catch {
    return true;
  }
}

/** The key in localStorage, and in the database's notes, that says this computer is shared (encryption/marker.ts). */
export const SHARED_COMPUTER = 'shared-computer';

/** Whether the data here is encrypted under a passphrase. Small, because every page asks. */
export function isShared(): boolean {
  try {
    return localStorage.getItem(SHARED_COMPUTER) !== null;
  } catch {
    return false;
  }
}

/** The prefix of encrypted keys in localStorage (personal-storage.ts). */
export const SEALED = 'sealed:';

/**
 * Whether a change in another tab concerns this key, encrypted or not. The changed key is null if everything was
 * cleared.
 */
export const isOfKey = (changed: string | null, key: string): boolean =>
  changed === null || changed === key || changed === SEALED + key;

const isInLocalStorage = (key: string): boolean =>
  localStorage.getItem(key) !== null || localStorage.getItem(SEALED + key) !== null;

/** The lists of dated notes (dated-notes.ts) by their keys in localStorage. */
export type NoteList =
  | 'sent-applications'
  | 'unsent-applications'
  | 'ended-applications'
  | 'handovers'
  | 'looks-under-way'
  | 'confirmed-findings'
  | 'sheet-columns';

/** Whether there is such a list, even an old one. Small, because every first visitor asks. */
export function hasNotes(list: NoteList): boolean {
  try {
    return isInLocalStorage(list);
  } catch {
    // Storage is blocked, so there are no notes.
    return false;
  }
}

/** The key in localStorage of the agency that is kept on this device (drafts/starting-answers.ts). */
export const KEPT_AGENCY = 'kept-agency';

/** Whether an agency is kept. Small, because the landing pages ask. */
export function hasKeptAgency(): boolean {
  try {
    return isInLocalStorage(KEPT_AGENCY);
  } catch {
    return false;
  }
}
