import * as v from 'valibot';
import { ageOf, DAY_MS, possibleTime } from './age.ts';
import type { NoteList } from './device-storage.ts';
import { personalStorage } from './personal-storage.ts';

/** A list of small notes in localStorage, each with the time it was made (`at`, milliseconds since 1970). */
interface DatedNotes<Note> {
  /**
   * The notes that have not expired. Older notes are deleted from this device, and so are unreadable ones, whose age is
   * unknown. An impossible time is replaced by `now`.
   */
  list(now: number): readonly Note[];
  /** Replaces the list. Does nothing if storage is blocked or full. */
  write(notes: readonly Note[]): void;
}

/**
 * The notes under a key of localStorage, as `schema` describes them. They expire after `lifeMs`, by default 24 hours.
 * Nothing throws.
 */
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
      // Storage is blocked or full, so the list stays as it was.
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

/** The stored entries. A value that is not a list counts as one entry. */
function read(key: string): readonly unknown[] {
  try {
    const saved: unknown = JSON.parse(personalStorage.get(key) ?? '[]');
    return Array.isArray(saved) ? saved : [saved];
  } catch {
    return [undefined];
  }
}
