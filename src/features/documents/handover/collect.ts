import { DRAFT_LIFE_MS, type Draft } from '#features/drafts/draft.ts';
import { ageOf } from '#platform/age.ts';
import { ofDraft, readFrom } from '#platform/database.ts';
import { isOfPages } from '#platform/scan-slots.ts';
import type { DocumentsEngine } from '../documents-engine.ts';
import type { DraftDocuments } from '../documents-slice.ts';
import type { BundleFile, DraftBundle } from './draft-bundle.ts';

/** What of a draft goes to another device. */
export interface Collected extends DraftBundle {
  /** Slots whose documents are uploaded and no longer on this device. The server does not return them. */
  readonly notHere: readonly string[];
}

/**
 * Collects a draft with its documents and its pages in work. The other device uploads the documents again, because an
 * upload belongs to one draft, and the copy is another.
 */
export async function collect(
  draft: Draft,
  documents: DraftDocuments,
  engine: Pick<DocumentsEngine, 'bytesOf'>,
): Promise<Collected> {
  const described: DraftBundle['documents'][number][] = [];
  const files: BundleFile[] = [];
  const notHere: string[] = [];
  for (const [slot, { attachment, name, type, size, sha256, usedAnyway, keepsSize, unlocked }] of Object.entries(
    documents,
  )) {
    const bytes = await engine.bytesOf(draft.id, slot, attachment).catch(() => undefined);
    if (bytes?.size !== size) notHere.push(slot);
    else {
      // Upload and attachment are left out: they belong to this device.
      described.push({ slot, description: { name, type, size, sha256, usedAnyway, keepsSize, unlocked } });
      files.push({ slot, bytes });
    }
  }
  return { draft, documents: described, files: [...files, ...(await pagesOf(draft.id))], notHere };
}

/** The pages in work of a draft. None if this device cannot be read. */
async function pagesOf(draftId: string): Promise<readonly BundleFile[]> {
  const keys = await readFrom(['files'], ({ store }) => store.getAllKeys(ofDraft(draftId))).catch(() => []);
  const found: BundleFile[] = [];
  // One after the other: together they may be many.
  for (const key of keys.filter(([, slot]) => isOfPages(slot))) {
    const file = await readFrom(['files'], ({ store }) => store.get(key));
    const isOld = file?.at !== undefined && ageOf(file.at, Date.now()) >= DRAFT_LIFE_MS;
    if (file && !isOld)
      found.push({ slot: file.slot, bytes: new Blob([file.bytes]), ...(file.pages && { pages: file.pages }) });
  }
  return found;
}
