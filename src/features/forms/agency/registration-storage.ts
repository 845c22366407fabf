import { DRAFT_LIFE_MS } from '#features/drafts/draft.ts';
import { deleteDraft, listConfirmed } from '#features/drafts/draft-database.ts';
import { setAside } from '#features/drafts/set-aside.ts';
import { ageOf, possibleTime } from '#platform/age.ts';
import { readFrom, writeTo } from '#platform/database.ts';
import { hasDatabase } from '#platform/stored-here.ts';
import { type Registration, readRegistration } from './registration.ts';
import { forgetCopy, readCopy } from './registration-copy.ts';

/** One application waits at a time: an agency registers once. */
const KEY = 'registration';

/** Writes it and resolves once it is on the disk; rejects with the browser's own error. */
export async function saveRegistration(registration: Registration): Promise<void> {
  await writeTo(['notes'], ({ store }) => store.put(JSON.stringify(registration), KEY));
  forgetCopy(registration);
}

/**
 * What waits on this device, on the disk or in the copy of the last leaving; one whose 24 hours are over is removed
 * with its document, unless it was confirmed and waits to be sent. Makes no database where there is none.
 */
export async function loadRegistration(now: number): Promise<Registration | undefined> {
  const saved = (await hasDatabase()) ? await readOrSetAside(now) : undefined;
  const registration = newerOf(saved, readCopy());
  if (registration === undefined) return undefined;
  if (ageOf(registration.changedAt, now) < DRAFT_LIFE_MS) return withTimeRewritten(registration, now);
  if (await isConfirmed(registration.id)) return registration;
  await deleteRegistration(registration.id);
  return undefined;
}

/** One that cannot be read lies apart from now on, like a draft: it can be taken away, and has its 24 hours. */
async function readOrSetAside(now: number): Promise<Registration | undefined> {
  const stored = await readSaved();
  const saved = readRegistration(stored);
  if (stored === undefined || saved !== undefined) return saved;
  await setAside({ id: KEY, value: stored }, now);
  await writeTo(['notes'], ({ store }) => store.delete(KEY));
  return undefined;
}

/** No time says any more how old it is: its 24 hours begin at `now`. */
export async function renewSavedRegistration(now: number): Promise<void> {
  const saved = (await hasDatabase()) ? readRegistration(await readSaved()) : undefined;
  const registration = newerOf(saved, readCopy());
  if (registration) await saveRegistration({ ...registration, changedAt: now });
}

const readSaved = () => readFrom(['notes'], ({ store }) => store.get(KEY));

/** One whose time cannot be has it from now on, on the disk too: its 24 hours begin now and not at every reading. */
async function withTimeRewritten(registration: Registration, now: number): Promise<Registration> {
  const changedAt = possibleTime(registration.changedAt, now);
  if (changedAt === registration.changedAt) return registration;
  const possible = { ...registration, changedAt };
  await saveRegistration(possible).catch(() => {});
  return possible;
}

/** Of one registration the higher revision, of two the one that was changed last. */
function newerOf(saved: Registration | undefined, copy: Registration | undefined): Registration | undefined {
  if (saved === undefined || copy === undefined) return saved ?? copy;
  const newer = saved.id === copy.id ? copy.revision > saved.revision : copy.changedAt > saved.changedAt;
  return newer ? copy : saved;
}

/** Whether it waits in the outbox: then nothing of it may be thrown away. */
export async function isConfirmed(id: string): Promise<boolean> {
  const confirmed = await listConfirmed().catch(() => undefined);
  return confirmed?.has(id) ?? false;
}

/** Notes that the server has it, for the next time that it is opened; one that is not on the disk is left alone. */
export async function noteRegistrationSent(id: string): Promise<void> {
  await writeTo(['notes'], async ({ store }) => {
    const saved = readRegistration(await store.get(KEY));
    if (saved?.id === id) await store.put(JSON.stringify({ ...saved, sent: true }), KEY);
  });
}

/** Removes it with its document; another one that has taken its place stays. */
export async function deleteRegistration(id: string): Promise<void> {
  forgetCopy({ id, revision: Number.POSITIVE_INFINITY });
  await writeTo(['notes'], async ({ store }) => {
    const saved = readRegistration(await store.get(KEY));
    if (saved === undefined || saved.id === id) await store.delete(KEY);
  });
  // Its document lies where those of the drafts do, under its own id.
  await deleteDraft(id);
}
