import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import { type NoPlace, placeFinder, type SlotPlace } from './match-files.ts';
import type { StudentByName } from './name-parts.ts';

/** A student of the desk. Documents can be attached unless `blockedBecause` says why not. */
export interface FolderStudent extends StudentByName {
  readonly name: string;
  /** The slots that have a document. */
  readonly slots: readonly string[];
  readonly blockedBecause?: string | undefined;
}

/** What was chosen; `size` in bytes. */
export interface FolderFile {
  readonly path: string;
  readonly size: number;
  /** Combined of files of which one has a digital signature, which is not valid any more. */
  readonly losesSignature?: boolean;
  readonly content: 'pdf' | 'photo' | 'other' | 'unreadable';
}

/** What a file can never be attached for, wherever it belongs. */
type FileFault = 'not-pdf' | 'photo' | 'unreadable' | 'empty' | 'too-large';

/** What becomes of one file. */
export type PlannedFile =
  | { readonly kind: 'matched'; readonly place: SlotPlace; readonly replaces: boolean }
  | { readonly kind: 'fault'; readonly why: FileFault }
  | { readonly kind: 'left-out' }
  | {
      readonly kind: 'unmatched';
      readonly why: NoPlace | 'closed' | 'same-place';
      /** Ids of those that it may be about. */
      readonly students: readonly string[];
      readonly place?: SlotPlace;
    };

/** Files that a person has assigned or left out, by their index. */
export type ManualAssignments = ReadonlyMap<number, SlotPlace | 'left-out'>;

/** What becomes of each file, in their order. A manual assignment wins over the name. */
export function planFiles(
  files: readonly FolderFile[],
  students: readonly FolderStudent[],
  byHand: ManualAssignments,
): readonly PlannedFile[] {
  const byId = new Map(students.map((student) => [student.id, student]));
  const find = placeFinder(students);
  const planned = files.map((file, index): PlannedFile => {
    const why = faultOf(file);
    if (why !== undefined) return { kind: 'fault', why };
    const assigned = byHand.get(index);
    if (assigned === 'left-out') return { kind: 'left-out' };
    const found = assigned === undefined ? find(file.path) : { place: assigned };
    if ('why' in found) return { kind: 'unmatched', ...found };
    const { place } = found;
    const student = byId.get(place.id);
    if (student === undefined) return { kind: 'unmatched', why: 'no-student', students: [] };
    if (student.blockedBecause !== undefined) return { kind: 'unmatched', why: 'closed', students: [place.id], place };
    return { kind: 'matched', place, replaces: student.slots.includes(place.slot) };
  });
  const counts = new Map<string, number>();
  for (const one of planned)
    if (one.kind === 'matched') counts.set(placeKey(one.place), (counts.get(placeKey(one.place)) ?? 0) + 1);
  return planned.map((one) =>
    one.kind === 'matched' && (counts.get(placeKey(one.place)) ?? 0) > 1
      ? { kind: 'unmatched', why: 'same-place', students: [one.place.id], place: one.place }
      : one,
  );
}

export const placeKey = ({ id, slot }: SlotPlace): string => `${id}/${slot}`;

/** The files that can be combined, by `placeKey`: places with several files, none of them attached. */
export function filesByPlace(
  planned: readonly PlannedFile[],
  isAttached: (index: number) => boolean,
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const [index, one] of planned.entries()) {
    if (one.kind !== 'unmatched' || one.why !== 'same-place' || !one.place || isAttached(index)) continue;
    const key = placeKey(one.place);
    found.set(key, [...(found.get(key) ?? []), index]);
  }
  return new Map([...found].filter(([, indexes]) => indexes.length > 1));
}

function faultOf({ size, content }: FolderFile): FileFault | undefined {
  if (size === 0) return 'empty';
  if (size > TOTAL_DOCUMENT_BYTES) return 'too-large';
  if (content === 'unreadable') return 'unreadable';
  if (content === 'photo') return 'photo';
  return content === 'other' ? 'not-pdf' : undefined;
}
