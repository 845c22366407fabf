import { nanoid } from '@reduxjs/toolkit';
import * as v from 'valibot';
import { DRAFT_LIFE_MS, type Draft, readDraft } from '#features/drafts/draft.ts';
import { deleteUnconfirmed } from '#features/drafts/draft-database.ts';
import { ageOf } from '#platform/age.ts';
import { putFile, readFrom, writeTo } from '#platform/database.ts';
import { documentFiles } from '../document-files.ts';
import type { DraftBundle } from './draft-bundle.ts';

/*
 * A draft from another device, stored before the server has confirmed that it is ours: its files under the id that it will
 * have, the draft itself as a note. Until then no list shows it, and nothing of it can be sent
 * (docs/decisions/0011-encrypted-transfer.md).
 */

const keyOf = (relay: string): string => `handover:${relay}`;
const noteSchema = v.object({ draft: v.unknown(), at: v.number() });

/** Resolves once all of it is on the disk. Rejects with the browser's own error, and may be called again. */
export async function storeReceived(
  { draft, documents, files }: DraftBundle,
  relay: string,
  draftId: string,
): Promise<void> {
  for (const { slot, bytes, pages } of files) {
    const document = documents.find((one) => one.slot === slot);
    if (document) await documentFiles.put(draftId, slot, { ...document.description, attachment: nanoid() }, bytes);
    else {
      const record = { draftId, slot, bytes: await bytes.arrayBuffer(), ...(pages && { pages, at: Date.now() }) };
      await putFile(record);
    }
  }
  // With another id, because an application of either device is its own to the server.
  const kept = { ...draft, id: draftId, revision: Math.max(1, draft.revision) };
  const note = JSON.stringify({ draft: kept, at: Date.now() });
  await writeTo(['notes'], ({ store }) => store.put(note, keyOf(relay)));
}

/** Whether all of a draft is on the disk, and it is not active yet. */
export const isReceived = async (relay: string): Promise<boolean> =>
  (await readFrom(['notes'], ({ store }) => store.getAllKeys(keyOf(relay)))).length > 0;

/** Makes it a draft of this device, after the server has confirmed it. Undefined if it is one already. */
export async function activateReceived(relay: string, now: number): Promise<Draft | undefined> {
  return writeTo(['drafts', 'notes'], async (transaction) => {
    const notes = transaction.objectStore('notes');
    const draft = draftIn(await notes.get(keyOf(relay)));
    if (draft === undefined) return undefined;
    // Its 24 hours begin now, by the clock of this device.
    const active = { ...draft, createdAt: now, changedAt: now };
    await transaction.objectStore('drafts').put(active);
    await notes.delete(keyOf(relay));
    return active;
  });
}

/** Deletes it: the link was cancelled or has expired. */
export async function discardReceived(relay: string, draftId: string): Promise<void> {
  await writeTo(['notes'], ({ store }) => store.delete(keyOf(relay)));
  await deleteUnconfirmed(draftId, Number.POSITIVE_INFINITY);
}

/** Deletes drafts that were received a day ago and never activated. */
export async function discardOldReceived(now: number): Promise<void> {
  await writeTo(['notes'], async ({ store }) => {
    for (const key of (await store.getAllKeys()).filter((one) => one.startsWith(keyOf('')))) {
      const note = noteIn(await store.get(key));
      if (note === undefined || ageOf(note.at, now) >= DRAFT_LIFE_MS) await store.delete(key);
    }
  });
}

function noteIn(text: string | undefined) {
  const note = v.safeParse(v.pipe(v.string(), v.parseJson(), noteSchema), text);
  return note.success ? note.output : undefined;
}

const draftIn = (text: string | undefined): Draft | undefined => readDraft(noteIn(text)?.draft);
