import * as v from 'valibot';
import { DAY_MS } from '#platform/age.ts';
import { datedNotes } from '#platform/dated-notes.ts';
import { fingerprint } from '#platform/fingerprint.ts';
import { FULL_NAME } from './full-name.ts';
import { bare, type ColumnMatches, sheetColumns } from './sheet-columns.ts';

/** The questions chosen for the columns of a sheet, under a hash of its titles: without titles, the first row is a student. */
const noteSchema = v.object({ titles: v.string(), matches: v.array(v.nullable(v.string())), at: v.number() });
const LIFE_MS = 365 * DAY_MS;
const MOST = 20;
const notes = datedNotes('sheet-columns', noteSchema, LIFE_MS);

const nameOf = (titles: readonly string[]): string => fingerprint(titles.map(bare).join('\n'));

/** What was chosen before for a sheet with these titles, as far as the form still has those questions. */
export function rememberedColumns(titles: readonly string[], now = Date.now()): ColumnMatches | undefined {
  const found = notes.list(now).find((note) => note.titles === nameOf(titles) && note.matches.length === titles.length);
  const known = new Set([FULL_NAME, ...sheetColumns().map(({ field }) => field.name)]);
  return found?.matches.map((name) => (name !== null && known.has(name) ? name : undefined));
}

/** Keeps what was chosen for the next sheet with these titles; what the titles say themselves needs no note. */
export function rememberColumns(
  titles: readonly string[],
  { chosen, found }: { readonly chosen: ColumnMatches; readonly found: ColumnMatches },
  now = Date.now(),
): void {
  const others = notes.list(now).filter((note) => note.titles !== nameOf(titles));
  const isFound = chosen.every((name, index) => name === found[index]);
  const note = { titles: nameOf(titles), matches: chosen.map((name) => name ?? null), at: now };
  notes.write(isFound ? others : [note, ...others].slice(0, MOST));
}
