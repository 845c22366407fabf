import * as v from 'valibot';
import { ageOf, DAY_MS, possibleTime } from './age.ts';
import { personalStorage } from './personal-storage.ts';
import type { NoteList } from './stored-here.ts';

/** A list of small notes in localStorage, each with the time that it was made (`at`, milliseconds since 1970). */
interface DatedNotes<Note> {
  /**
   * Those whose time is not over. What is older is removed from this device, and so is what cannot be read, of which
   * nobody knows how old it is; a time that cannot be is `now` from then on.
   */
  list(now: number): readonly Note[];
  /** Writes the list anew; does nothing where storage is blocked or full. */
  write(notes: readonly Note[]): void;
}

/** The notes under a key of localStorage, each as `schema` has it, for `lifeMs` (24 hours). Nothing throws. */
export function datedNotes<Note extends { readonly at: number }>(
  key: NoteList,
  schema: v.GenericSchema<Note>,
  lifeMs = DAY_MS,
): DatedNotes<Note> {
  const parse = (stored: readonly unknown[]) =>
    stored.flatMap((note) => {
      const parsed = v.safeParse(schema, note);
      return parsed.success ? [parsed.output] : [];
    });
  const write = (notes: readonly Note[]) => {
    try {
      if (notes.length === 0) personalStorage.remove(key);
      else personalStorage.set(key, JSON.stringify(notes));
    } catch {
      // Storage is blocked or full: what was there stays.
    }
  };
  return {
    write,
    list(now) {
      const stored = read(key);
      const notes = parse(stored);
      const living = notes
        .filter(({ at }) => ageOf(at, now) < lifeMs)
        .map((note) => ({ ...note, at: possibleTime(note.at, now) }));
      const isSame = living.length === stored.length && living.every(({ at }, index) => at === notes[index]?.at);
      if (!isSame) write(living);
      return living;
    },
  };
}

/** What lies there, as many as there are; one that stands for all where it is no list. */
function read(key: string): readonly unknown[] {
  try {
    const saved: unknown = JSON.parse(personalStorage.get(key) ?? '[]');
    return Array.isArray(saved) ? saved : [saved];
  } catch {
    return [undefined];
  }
}
