/** The one database of this device. */
export const DATABASE = 'applications';

/**
 * Whether this browser has the database already; who only looks makes none. Light, since every first visitor asks.
 * Rejects where the browser gives no storage.
 */
export async function hasDatabase(): Promise<boolean> {
  // Firefox before 126 has no such list: what was saved there would never be found.
  if (typeof indexedDB.databases !== 'function') return canBeOpened();
  return (await indexedDB.databases()).some(({ name }) => name === DATABASE);
}

/**
 * Opened without a version, a database that is there opens as it is; one that is not would be made now, which is taken
 * back before it exists. Not asked of every browser: WebKit still lists what was taken back.
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
 * Whether this browser allows this site no storage, as when all cookies are blocked. Asked of localStorage, whose name
 * alone throws then; what a database fails with differs, and Chromium's says as little as a broken disk's.
 */
export function isStorageBlocked(): boolean {
  try {
    return typeof localStorage.length !== 'number';
  } catch {
    return true;
  }
}

/** The key of localStorage, and of the database's notes, that says this computer is shared (encryption/marker.ts). */
export const SHARED_COMPUTER = 'shared-computer';

/** Whether what is kept here is sealed, so that a passphrase opens it. Light, since every page asks. */
export function isShared(): boolean {
  try {
    return localStorage.getItem(SHARED_COMPUTER) !== null;
  } catch {
    return false;
  }
}

/** Before the key of what lies sealed in localStorage (personal-storage.ts). */
export const SEALED = 'sealed:';

/** Whether a change in another tab is one of this key, encrypted or not; null if everything was cleared. */
export const isOfKey = (changed: string | null, key: string): boolean =>
  changed === null || changed === key || changed === SEALED + key;

const isInLocalStorage = (key: string): boolean =>
  localStorage.getItem(key) !== null || localStorage.getItem(SEALED + key) !== null;

/** The lists of dated notes (dated-notes.ts), by the keys of localStorage where they are. */
export type NoteList =
  | 'sent-applications'
  | 'unsent-applications'
  | 'ended-applications'
  | 'handovers'
  | 'looks-under-way'
  | 'confirmed-findings'
  | 'sheet-columns';

/** Whether there is such a list, however old its notes. Light, since every first visitor asks. */
export function hasNotes(list: NoteList): boolean {
  try {
    return isInLocalStorage(list);
  } catch {
    // Storage is blocked: nothing was noted.
    return false;
  }
}

/** The key of localStorage under which an agency keeps itself on this device (drafts/starting-answers.ts). */
export const KEPT_AGENCY = 'kept-agency';

/** Whether there is such an agency. Light, since the landing pages ask. */
export function hasKeptAgency(): boolean {
  try {
    return isInLocalStorage(KEPT_AGENCY);
  } catch {
    return false;
  }
}
