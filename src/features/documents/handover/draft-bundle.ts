import * as v from 'valibot';
import { DRAFT_SCHEMA, type Draft, readDraft } from '#features/drafts/draft.ts';
import { isOfPages, isPageList } from '#platform/scan-slots.ts';
import { type DocumentDescription, descriptionSchema } from '../document-files.ts';
import { splitHeader, withHeader } from '../with-header.ts';

/**
 * A draft with everything that belongs to it as one file, before it is encrypted and after it is decrypted: a header, and
 * the bytes of each file in the order of the header (with-header.ts).
 */
const VERSION = 1;

/** Bytes by their slot: those of a document, or of a page in work (platform/scan-slots.ts). */
export interface BundleFile {
  readonly slot: string;
  readonly bytes: Blob;
  /** The pages in work of a slot, in their order. Such a file has no bytes. */
  readonly pages?: readonly object[];
}

export interface DraftBundle {
  readonly draft: Draft;
  readonly documents: readonly { readonly slot: string; readonly description: DocumentDescription }[];
  readonly files: readonly BundleFile[];
}

/** A newer version of the page made it. This one cannot read it. */
export class BundleTooNew extends Error {
  override readonly name = 'BundleTooNew';
}

/** It was decrypted, but is not a draft. */
export class NoDraftBundle extends Error {
  override readonly name = 'NoDraftBundle';
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const contentSchema = v.object({
  documents: v.array(v.object({ slot: v.string(), description: descriptionSchema })),
  files: v.array(
    v.object({ slot: v.string(), size: count, pages: v.exactOptional(v.array(v.record(v.string(), v.unknown()))) }),
  ),
});

/** Makes one file of it. Holds none of the bytes in memory. */
export function pack({ draft, documents, files }: DraftBundle): File {
  const listed = files.map(({ slot, bytes, pages }) => ({ slot, size: bytes.size, ...(pages && { pages }) }));
  const about = { parcel: VERSION, draft, documents, files: listed };
  const bytes = files.map((file) => file.bytes);
  return new File([...withHeader(about, bytes)], 'draft');
}

/**
 * Reads what `pack` made, and migrates the draft to this version of the page.
 *
 * @throws BundleTooNew, NoDraftBundle
 */
export async function unpack(file: Blob): Promise<DraftBundle> {
  const opened = await splitHeader(file);
  if (opened === undefined) throw new NoDraftBundle('its header cannot be read');
  const { about, bytes: all } = opened;
  if (numberIn(about, 'parcel') > VERSION || numberIn(fieldOf(about, 'draft'), 'schema') > DRAFT_SCHEMA) {
    throw new BundleTooNew();
  }
  const draft = readDraft(fieldOf(about, 'draft'));
  const content = v.safeParse(contentSchema, about);
  if (draft === undefined || !content.success) throw new NoDraftBundle('it is not a draft');
  let at = 0;
  const files = content.output.files.map(({ slot, size, pages }) => {
    const bytes = all.slice(at, at + size);
    at += size;
    return { slot, bytes, ...(pages && { pages }) };
  });
  if (at !== all.size) throw new NoDraftBundle('it is incomplete');
  return { draft, documents: content.output.documents, files };
}

/** The bytes of its files, which a device needs for it. */
export const bytesOf = ({ files }: Pick<DraftBundle, 'files'>): number =>
  files.reduce((sum, { bytes }) => sum + bytes.size, 0);

/** The same without the pages in work, which are not a document yet. */
export const withoutPages = ({ files, ...rest }: DraftBundle): DraftBundle => ({
  ...rest,
  files: files.filter(({ slot }) => !isOfPages(slot)),
});

/** How many pages in work it has. */
export const pagesIn = ({ files }: Pick<DraftBundle, 'files'>): number =>
  files.reduce((sum, { slot, pages }) => sum + (isPageList(slot) ? (pages?.length ?? 0) : 0), 0);

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;

const numberIn = (value: unknown, name: string): number => {
  const found = fieldOf(value, name);
  return typeof found === 'number' ? found : 0;
};
