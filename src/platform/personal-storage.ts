import { isShared, SEALED } from './device-storage.ts';
import type { TextBox } from './encryption/text-box.ts';

/*
 * The personal values in localStorage. On an ordinary device this is localStorage itself. On a shared computer the
 * values are encrypted under other keys, so that earlier versions of the page do not try to read them.
 */

interface PersonalSealing {
  readonly box: TextBox;
  /** Whether values are written encrypted, or readable again. */
  readonly seals: boolean;
}

let sealing: PersonalSealing | undefined;

/** From now on with these keys, or with none. */
export function sealPersonal(next: PersonalSealing | undefined): void {
  sealing = next;
}

/**
 * Every call throws what localStorage throws if it is blocked or full. While this computer is locked, every call throws
 * an InvalidStateError and does nothing.
 */
export const personalStorage = {
  get(key: string): string | null {
    assertUnlocked();
    const sealed = localStorage.getItem(SEALED + key);
    return sealing && sealed !== null ? sealing.box.unseal(key, sealed) : localStorage.getItem(key);
  },
  set(key: string, value: string): void {
    assertUnlocked();
    if (sealing?.seals) {
      localStorage.setItem(SEALED + key, sealing.box.seal(key, value));
      localStorage.removeItem(key);
    } else {
      localStorage.setItem(key, value);
      if (sealing) localStorage.removeItem(SEALED + key);
    }
  },
  remove(key: string): void {
    assertUnlocked();
    localStorage.removeItem(key);
    localStorage.removeItem(SEALED + key);
  },
  /** The keys with this prefix. */
  keys(beginning: string): readonly string[] {
    const all = Object.keys(localStorage).map((key) => (key.startsWith(SEALED) ? key.slice(SEALED.length) : key));
    return [...new Set(all)].filter((key) => key.startsWith(beginning));
  },
};

function assertUnlocked(): void {
  if (sealing === undefined && isShared()) throw new DOMException('This computer is locked.', 'InvalidStateError');
}

/** The prefixes of personal keys, of this page and of earlier ones. */
const PERSONAL = [
  'sent-applications',
  'unsent-applications',
  'handovers',
  'looks-under-way',
  'confirmed-findings',
  'sheet-columns',
  'kept-agency',
  'draft-copy:',
];

/** Writes everything personal again, encrypted or readable, as set by `sealPersonal`. Throws if storage is full. */
export function rewritePersonal(): void {
  for (const key of PERSONAL.flatMap((beginning) => personalStorage.keys(beginning))) {
    const value = personalStorage.get(key);
    if (value !== null) personalStorage.set(key, value);
  }
}
