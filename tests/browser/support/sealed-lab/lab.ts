import { documentFiles } from '#features/documents/document-files.ts';
import type { Draft } from '#features/drafts/draft.ts';
import { newDraft } from '#features/drafts/draft.ts';
import { loadDrafts, saveDraft } from '#features/drafts/draft-database.ts';
import { shareDevice } from '#platform/encryption/vault.ts';

/**
 * The functions that the bench calls in the page: a form's work with the disk, without the form. Times are in
 * milliseconds.
 */
export interface SealedLab {
  share(): Promise<void>;
  /** Writes this many drafts, with this many answers each. */
  fill(count: number, answers: number): Promise<void>;
  save(): Promise<number>;
  keepDocument(bytes: number): Promise<number>;
  readDocument(): Promise<number>;
  list(): Promise<number>;
}

declare global {
  interface Window {
    sealedLab?: SealedLab;
  }
}

const drafts: Draft[] = [];
const DOCUMENT = { name: 'passport.pdf', type: 'application/pdf', size: 1, attachment: 'a' };

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** The browser's limit for one call. */
const RANDOM_BYTES = 65_536;

/** Incompressible like a PDF: browsers compress stored data, and write a document of zeros in no time. */
function incompressible(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let from = 0; from < length; from += RANDOM_BYTES)
    crypto.getRandomValues(bytes.subarray(from, from + RANDOM_BYTES));
  return bytes;
}

function openDraft(): Draft {
  const [first] = drafts;
  if (first === undefined) throw new Error('there is no draft yet');
  return first;
}

window.sealedLab = {
  share: () => shareDevice('correct horse battery'),
  async fill(count, answers) {
    const given = Object.fromEntries(
      Array.from({ length: answers }, (_one, at) => [`answer${at}`, `given ${at} `.repeat(3)]),
    );
    for (let at = 0; at < count; at += 1) {
      const draft = { ...newDraft(crypto.randomUUID(), 'agent', Date.now(), given), revision: 1 };
      drafts.push(draft);
      await saveDraft(draft);
    }
  },
  save() {
    const draft = { ...openDraft(), revision: openDraft().revision + 1 };
    drafts[0] = draft;
    return timed(() => saveDraft(draft));
  },
  keepDocument(bytes) {
    const file = new Blob([incompressible(bytes)]);
    return timed(() => documentFiles.put(openDraft().id, 'passport', DOCUMENT, file));
  },
  readDocument: () => timed(async () => (await documentFiles.bytesOf(openDraft().id, 'passport', 'a'))?.arrayBuffer()),
  list: () => timed(() => loadDrafts(Date.now())),
};
