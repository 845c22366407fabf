import * as v from 'valibot';
import { DRAFT_SCHEMA, type Draft, readDraft } from '#features/drafts/draft.ts';
import { isOfPages, isPageList } from '#platform/scan-slots.ts';
import { type DocumentDescription, descriptionSchema } from '../document-files.ts';
import { splitHeader, withHeader } from '../with-header.ts';

/**
 * A draft with everything that belongs to it as one file, before it is sealed and after it is opened: what is said of it,
 * and the bytes of each file in its order (with-header.ts).
 */
const VERSION = 1;

/** Bytes by their slot: those of a document, or of a page in work (platform/scan-slots.ts). */
export interface ParcelFile {
  readonly slot: string;
  readonly bytes: Blob;
  /** The pages in work of a slot, in their order. Such a file has no bytes. */
  readonly pages?: readonly object[];
}

export interface Parcel {
  readonly draft: Draft;
  readonly documents: readonly { readonly slot: string; readonly description: DocumentDescription }[];
  readonly files: readonly ParcelFile[];
}

/** A newer version of the page has made it: nothing is wrong with it. */
export class ParcelTooNew extends Error {
  override readonly name = 'ParcelTooNew';
}

/** It was opened, and is no draft. */
export class NoParcel extends Error {
  override readonly name = 'NoParcel';
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const contentSchema = v.object({
  documents: v.array(v.object({ slot: v.string(), description: descriptionSchema })),
  files: v.array(
    v.object({ slot: v.string(), size: count, pages: v.exactOptional(v.array(v.record(v.string(), v.unknown()))) }),
  ),
});

/** One file of it all; holds none of the bytes in memory. */
export function pack({ draft, documents, files }: Parcel): File {
  const listed = files.map(({ slot, bytes, pages }) => ({ slot, size: bytes.size, ...(pages && { pages }) }));
  const about = { parcel: VERSION, draft, documents, files: listed };
  const bytes = files.map((file) => file.bytes);
  return new File([...withHeader(about, bytes)], 'draft');
}

/**
 * What was packed, as this version of the page understands it.
 *
 * @throws ParcelTooNew, NoParcel
 */
export async function unpack(file: Blob): Promise<Parcel> {
  const opened = await splitHeader(file);
  if (opened === undefined) throw new NoParcel('what is said of it cannot be read');
  const { about, bytes: all } = opened;
  if (numberIn(about, 'parcel') > VERSION || numberIn(fieldOf(about, 'draft'), 'schema') > DRAFT_SCHEMA) {
    throw new ParcelTooNew();
  }
  const draft = readDraft(fieldOf(about, 'draft'));
  const content = v.safeParse(contentSchema, about);
  if (draft === undefined || !content.success) throw new NoParcel('it is no draft');
  let at = 0;
  const files = content.output.files.map(({ slot, size, pages }) => {
    const bytes = all.slice(at, at + size);
    at += size;
    return { slot, bytes, ...(pages && { pages }) };
  });
  if (at !== all.size) throw new NoParcel('it is not whole');
  return { draft, documents: content.output.documents, files };
}

/** Bytes that it needs on a device. */
export const bytesOf = ({ files }: Pick<Parcel, 'files'>): number =>
  files.reduce((sum, { bytes }) => sum + bytes.size, 0);

/** The same without the pages in work, which are no document yet. */
export const withoutPages = ({ files, ...rest }: Parcel): Parcel => ({
  ...rest,
  files: files.filter(({ slot }) => !isOfPages(slot)),
});

/** How many pages in work it has. */
export const pagesIn = ({ files }: Pick<Parcel, 'files'>): number =>
  files.reduce((sum, { slot, pages }) => sum + (isPageList(slot) ? (pages?.length ?? 0) : 0), 0);

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;

const numberIn = (value: unknown, name: string): number => {
  const found = fieldOf(value, name);
  return typeof found === 'number' ? found : 0;
};
