import * as v from 'valibot';
import { readFrom, writeTo } from '#platform/database.ts';
import { personalStorage } from '#platform/personal-storage.ts';
import { type Draft, newDraft, readDraft, withPossibleTimes } from './draft.ts';

/**
 * Where releases before this one kept an agency's half-filled form: as JSON under this key of `notes`, and on leaving
 * the page as a copy in localStorage. Now it is a draft like the others.
 */
const KEY = 'registration';
const COPY_KEY = 'registration-copy';
/** Held by a page of such a release while the form stands on it. */
const LOCK = 'draft:registration';

const registrationSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    schema: v.literal(1),
    id: v.string(),
    answers: v.record(v.string(), v.string()),
    revision: v.number(),
    changedAt: v.number(),
  }),
);

/**
 * Makes a draft of the registration that an earlier release has left on this device; its documents and its place in the
 * outbox lie under its id already. What cannot be read is set aside like any draft. A page of that release that has it
 * open in another tab keeps it: it is taken in when that page is closed.
 */
export async function takeInEarlierRegistration(now: number): Promise<void> {
  const kept = await readFrom(['notes'], ({ store }) => store.getKey(KEY));
  if (kept === undefined && readCopy() === undefined) return;
  if (!navigator.locks) return takeIn(now);
  await navigator.locks.request(LOCK, { ifAvailable: true }, (lock) => (lock === null ? undefined : takeIn(now)));
}

async function takeIn(now: number): Promise<void> {
  const copy = readCopy();
  await writeTo(['notes', 'drafts', 'quarantine'], async (transaction) => {
    const [notes, drafts, quarantine] = [
      transaction.objectStore('notes'),
      transaction.objectStore('drafts'),
      transaction.objectStore('quarantine'),
    ];
    for (const value of [await notes.get(KEY), copy]) {
      if (value === undefined) continue;
      const draft = readRegistration(value, now);
      if (draft === undefined) await quarantine.add({ draftId: KEY, value, at: now });
      // A copy may be older than what was saved, or be left from an attempt that was cut short.
      else if (draft.revision > (readDraft(await drafts.get(draft.id))?.revision ?? -1)) await drafts.put(draft);
    }
    await notes.delete(KEY);
  });
  // Only now: whatever interrupts this before, the next visit finds the copy where it was.
  if (copy !== undefined) personalStorage.remove(COPY_KEY);
}

function readCopy(): string | undefined {
  try {
    return personalStorage.get(COPY_KEY) ?? undefined;
  } catch {
    // Storage is blocked.
    return undefined;
  }
}

function readRegistration(value: string, now: number): Draft | undefined {
  const parsed = v.safeParse(registrationSchema, value);
  if (!parsed.success) return undefined;
  const { id, answers, revision, changedAt } = parsed.output;
  return readDraft(withPossibleTimes({ ...newDraft(id, 'agency', changedAt, answers), revision }, now));
}
