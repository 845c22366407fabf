import { type Registration, readRegistration } from './registration.ts';

/**
 * A copy in localStorage for the moment of leaving, when nothing asynchronous is sure to finish (spec §4 "on leaving the
 * page"). It is read at the next load, where the newer one wins, and removed as soon as the disk has as much.
 */
const KEY = 'registration-copy';

/** Keeps the copy; does nothing where localStorage is blocked or full: the ordinary save is on its way. */
export const keepCopy = (registration: Registration): void =>
  void quietly(() => localStorage.setItem(KEY, JSON.stringify(registration)));

export const readCopy = (): Registration | undefined => readRegistration(quietly(() => localStorage.getItem(KEY)));

/** Removes the copy, unless it is of another registration or newer than the one that was saved. */
export function forgetCopy({ id, revision }: Pick<Registration, 'id' | 'revision'>): void {
  const copy = readCopy();
  if (copy?.id === id && copy.revision > revision) return;
  quietly(() => localStorage.removeItem(KEY));
}

function quietly<Result>(use: () => Result): Result | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
