import { type StudentByName, studentFinder, wordsOf } from './name-parts.ts';
import { isHolder, sayNothing, slotOf, withoutCountry } from './slot-words.ts';

/** Whose document a file is, and which. */
export interface SlotPlace {
  readonly id: string;
  readonly slot: string;
}

/**
 * Why a name leads to no place: no student is named; several are, or two that cannot be told apart; the folder and the
 * file name different students, or different documents; no document is named; something else stands in the name.
 */
export type NoPlace = 'no-student' | 'several-students' | 'other-folder' | 'no-slot' | 'two-slots' | 'other-words';

/** The place of a file by its name, or why it has none, with the students that it may be about. */
export type PlaceFound =
  | { readonly place: SlotPlace }
  | { readonly why: NoPlace; readonly students: readonly string[]; readonly slot?: string };

/**
 * Finds the place of each file by its path (`folder/folder/name.pdf`). All that the name says must be understood, since
 * 'P1000 passport of the father.pdf' is another document than 'P1000 passport.pdf':
 *
 * - the file names the student and the document, or the student where its folder names the document;
 * - or a folder names the student, and each folder below it, as well as the file, names nothing but the document.
 *
 * Other folders say nothing, unless they name another student.
 */
export function placeFinder(students: readonly StudentByName[]): (path: string) => PlaceFound {
  const find = studentFinder(students);
  const names = new Map(
    students.map(({ id, firstName, familyName }) => [id, new Set(wordsOf(`${firstName} ${familyName}`))]),
  );
  const nameWords = (id: string) => [...(names.get(id) ?? [])];
  /** Students whose whole name is in a folder's name, if that of this student is not. */
  const othersIn = (part: string, id: string): readonly string[] => {
    const words = new Set(wordsOf(part));
    const isNamed = (one: string) => nameWords(one).length > 1 && nameWords(one).every((word) => words.has(word));
    return isNamed(id) ? [] : students.map((one) => one.id).filter(isNamed);
  };
  const slotIn = (words: readonly string[], id: string) => slotOf(words, names.get(id) ?? new Set());
  /** Students that the whole name is about, each with the document that it names; or those that are in it beside other words. */
  const readName = (name: string) => {
    const found = find(name);
    const understood = found.flatMap(({ id, rest }) => {
      const slot = slotIn(rest, id);
      const isOwn = sayNothing(rest, names.get(id) ?? new Set());
      return slot !== undefined || isOwn ? [{ id, slot }] : [];
    });
    return { understood, ids: unique(found.map(({ id }) => id)) };
  };
  return (path) => {
    const parts = path
      .split('/')
      .map(withoutCountry)
      .filter((part) => part !== '' && part !== '.');
    const name = (parts.pop() ?? '').replace(/\.[^.]*$/, '').replace(/\.pdf$/i, '');
    const file = readName(name);
    const folders = parts.map((part) => ({ part, ...readName(part) }));
    if (file.ids.length > 0 && file.understood.length === 0) return { why: 'other-words', students: file.ids };
    const depth = folders.findLastIndex(({ understood }) => understood.length > 0);
    const above = folders[depth];
    const ids = unique((file.understood.length > 0 ? file : (above ?? file)).understood.map(({ id }) => id));
    const [id] = ids;
    const about = unique(folders.flatMap((folder) => folder.ids));
    if (id === undefined) return { why: about.length > 0 ? 'other-words' : 'no-student', students: about };
    if (ids.length > 1) return { why: 'several-students', students: ids };
    if (folders.some((folder) => folder.ids.length > 0 && !folder.ids.includes(id)))
      return { why: 'other-folder', students: unique([id, ...about]) };
    const named = parts.flatMap((part) => othersIn(part, id));
    if (named.length > 0) return { why: 'other-folder', students: unique([id, ...named]) };
    if (file.understood.length === 0) {
      const inside = parts.slice(depth + 1).filter((part) => !isHolder(wordsOf(part)));
      const below = [...inside, name].map((part) => slotIn(wordsOf(part), id));
      if (below.includes(undefined)) return { why: 'no-slot', students: [id] };
      return placeOf(id, below);
    }
    const own = file.understood.map(({ slot }) => slot);
    return placeOf(id, [...own, ...folders.map(({ part }) => slotIn(wordsOf(part), id))]);
  };
}

function placeOf(id: string, named: readonly (string | undefined)[]): PlaceFound {
  const [slot, other] = unique(named.filter((one) => one !== undefined));
  if (slot === undefined) return { why: 'no-slot', students: [id] };
  return other === undefined ? { place: { id, slot } } : { why: 'two-slots', students: [id] };
}

const unique = <One>(all: readonly One[]): readonly One[] => [...new Set(all)];
