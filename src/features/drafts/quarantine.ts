import { ageOf, possibleTime } from '#platform/age.ts';
import { readFrom, type SetAside, writeTo } from '#platform/database.ts';
import { DRAFT_LIFE_MS, type Draft, ifNobodyOwns, isExpired, readDraft } from './draft.ts';
import { forgetCopy, readCopy } from './draft-copy.ts';

/** A saved state that this version of the page cannot read, with the id of its draft. */
export interface Unreadable {
  readonly id: string;
  /** As it was saved. The copy made on leaving is a text. */
  readonly value: unknown;
}

/**
 * Moves an unreadable state unchanged to the quarantine, where nothing overwrites it. A state that a tab has open
 * stays: a newer version of the page uses it there, and only the owner of a draft writes.
 */
export async function setAside(unreadable: Unreadable, at: number): Promise<void> {
  await ifNobodyOwns(unreadable.id, () => move(unreadable, at));
}

async function move({ id, value }: Unreadable, at: number): Promise<void> {
  const fromCopy = value === readCopy(id)?.value;
  await writeTo(['drafts', 'quarantine'], async (transaction) => {
    await transaction.objectStore('quarantine').put({ draftId: id, value, at });
    if (!fromCopy) await transaction.objectStore('drafts').delete(id);
  });
  if (fromCopy) forgetCopy(id);
}

/** The quarantined states, which the person can download, the newest last. */
export async function listSetAside(): Promise<readonly SetAside[]> {
  return readFrom(['quarantine'], ({ store }) => store.getAll());
}

/** The drafts with quarantined states. */
export async function setAsideIds(): Promise<readonly string[]> {
  return [...new Set((await listSetAside()).map(({ draftId }) => draftId))];
}

/** Reads a quarantined state. A copy made on leaving is stored as a text. */
function readSetAside(value: unknown): Draft | undefined {
  if (typeof value !== 'string') return readDraft(value);
  try {
    return readDraft(JSON.parse(value));
  } catch {
    return undefined;
  }
}

/**
 * Restores quarantined drafts that this version can read. If a draft exists in the store, the one with the higher revision
 * wins. If both were changed, the quarantined one stays in quarantine. States older than 24 hours are deleted; the
 * documents of their drafts go with the next sweep (expiry.ts).
 */
export async function bringBackReadable(now: number): Promise<void> {
  await writeTo(['drafts', 'quarantine'], async (transaction) => {
    const drafts = transaction.objectStore('drafts');
    const broughtBack = new Set<string>();
    const quarantine = transaction.objectStore('quarantine');
    for (const key of await quarantine.getAllKeys()) {
      const { draftId = '', value, at = 0 }: Partial<SetAside> = (await quarantine.get(key)) ?? {};
      const present = await drafts.get(draftId);
      const draft = readSetAside(value);
      const kept = readDraft(present);
      const isContained = draft !== undefined && (kept?.revision ?? -1) >= draft.revision;
      const isUnchanged = kept !== undefined && draft !== undefined && kept.changedAt <= draft.changedAt;
      const isTaken = isContained || (present !== undefined && !isUnchanged && !broughtBack.has(draftId));
      const back = draft?.id === draftId && !isExpired(draft, now) && !isTaken;
      if (back) await drafts.put(draft);
      if (back) broughtBack.add(draftId);
      const old = ageOf(at, now) >= DRAFT_LIFE_MS;
      if (back || old || isContained) await quarantine.delete(key);
      else if (possibleTime(at, now) !== at) await quarantine.put({ draftId, value, at: now }, key);
    }
  });
}
