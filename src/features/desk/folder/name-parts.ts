import { fold } from '#features/agents/agent-index.ts';
import { compact } from './slot-words.ts';

/** A student that a file name can identify. */
export interface StudentByName {
  readonly id: string;
  readonly firstName: string;
  readonly familyName: string;
  readonly passportNumber: string;
  readonly email: string;
}

/** A student who is named in a file's or a folder's name, and the other words of it. */
interface Naming {
  readonly id: string;
  readonly rest: readonly string[];
}

/** Shorter ones are found in names by chance: years, numbers of pages. */
const SHORTEST_PASSPORT = 4;
const WORD = /[\p{L}\p{N}]+/gu;

/**
 * A passport number may be written in groups: AB 12345, E1234-5678. A number of one or two digits beside it is that of a
 * copy or an order: 'P1000 (2)' is not P10002.
 */
const GROUPS = /^(?!\d{1,2}[ _.-])[\p{L}\p{N}]+([ _.-][\p{L}\p{N}]+)*$/u;
const ENDS_WITH_NUMBER = /[ _.-]\d{1,2}$/;
const isInGroups = (run: string): boolean => GROUPS.test(run) && !ENDS_WITH_NUMBER.test(run);

/** The words of a file's or a folder's name, in lower case and without diacritics. */
export const wordsOf = (name: string): readonly string[] => fold(name).match(WORD) ?? [];

/**
 * Finds students in names by their whole passport number or their whole e-mail, whatever case and separators. A part of
 * either finds nobody: 'P100' is not 'P1000'.
 */
export function studentFinder(students: readonly StudentByName[]) {
  const byKey = new Map<string, string[]>();
  const add = (key: string, id: string) => byKey.set(key, [...(byKey.get(key) ?? []), id]);
  for (const { id, passportNumber, email } of students) {
    const passport = compact(passportNumber);
    if (passport.length >= SHORTEST_PASSPORT && /\d/.test(passport)) add(passport, id);
    const address = fold(email.trim());
    if (address.includes('@')) add(address, id);
  }
  return (name: string): readonly Naming[] => {
    const text = fold(name);
    const words = [...text.matchAll(WORD)];
    const found: Naming[] = [];
    for (const [first, { index: from }] of words.entries()) {
      for (const [after, end] of words.slice(first).entries()) {
        const run = text.slice(from, end.index + end[0].length);
        const rest = [...words.slice(0, first), ...words.slice(first + after + 1)].map(([word]) => word);
        for (const key of new Set([run, ...(isInGroups(run) ? [compact(run)] : [])]))
          if (key.includes('@') || !run.includes('@')) for (const id of byKey.get(key) ?? []) found.push({ id, rest });
      }
    }
    return found;
  };
}
