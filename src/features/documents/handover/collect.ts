import { DRAFT_LIFE_MS, type Draft } from '#features/drafts/draft.ts';
import { ageOf } from '#platform/age.ts';
import { ofDraft, readFrom } from '#platform/database.ts';
import { isOfPages } from '#platform/scan-slots.ts';
import type { DocumentsEngine } from '../documents-engine.ts';
import type { DraftDocuments } from '../documents-slice.ts';
import type { Parcel, ParcelFile } from './parcel.ts';

/** What goes along of a draft. */
export interface Collected extends Parcel {
  /** Slots whose documents are uploaded and no longer on this device: nobody gets them back from the server. */
  readonly notHere: readonly string[];
}

/**
 * A draft with its documents and its pages in work, of this draft alone. An uploaded document is uploaded anew by the
 * other device: uploads belong to a draft, and the copy is another one.
 */
export async function collect(
  draft: Draft,
  documents: DraftDocuments,
  engine: Pick<DocumentsEngine, 'bytesOf'>,
): Promise<Collected> {
  const described: Parcel['documents'][number][] = [];
  const files: ParcelFile[] = [];
  const notHere: string[] = [];
  for (const [slot, { attachment, name, type, size, sha256, usedAnyway, keepsSize, unlocked }] of Object.entries(
    documents,
  )) {
    const bytes = await engine.bytesOf(draft.id, slot, attachment).catch(() => undefined);
    if (bytes?.size !== size) notHere.push(slot);
    else {
      // Neither whose upload it is nor which choice of a file: both belong to this device.
      described.push({ slot, description: { name, type, size, sha256, usedAnyway, keepsSize, unlocked } });
      files.push({ slot, bytes });
    }
  }
  return { draft, documents: described, files: [...files, ...(await pagesOf(draft.id))], notHere };
}

/** The pages in work of a draft; none where this device cannot be read. */
async function pagesOf(draftId: string): Promise<readonly ParcelFile[]> {
  const keys = await readFrom(['files'], ({ store }) => store.getAllKeys(ofDraft(draftId))).catch(() => []);
  const found: ParcelFile[] = [];
  // One after the other: together they may be many.
  for (const key of keys.filter(([, slot]) => isOfPages(slot))) {
    const file = await readFrom(['files'], ({ store }) => store.get(key));
    const isOld = file?.at !== undefined && ageOf(file.at, Date.now()) >= DRAFT_LIFE_MS;
    if (file && !isOld)
      found.push({ slot: file.slot, bytes: new Blob([file.bytes]), ...(file.pages && { pages: file.pages }) });
  }
  return found;
}
