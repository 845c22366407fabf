import { hasDatabase, openDatabase } from '#lib/database.ts';
import { deleteDraft } from '#lib/drafts/draft-storage.ts';
import { listConfirmed } from '#lib/outbox/outbox-storage.ts';
import { type Registration, readRegistration, registrationExpiry } from './registration.ts';
import { forgetCopy, readCopy } from './registration-copy.ts';

/** One application waits at a time: an agency registers once. */
const KEY = 'registration';

/** Writes it and resolves once it is on the disk; rejects with the browser's own error. */
export async function saveRegistration(registration: Registration): Promise<void> {
  const transaction = (await openDatabase()).transaction('notes', 'readwrite', { durability: 'strict' });
  await Promise.all([transaction.store.put(JSON.stringify(registration), KEY), transaction.done]);
  forgetCopy(registration);
}

/**
 * What waits on this device, on the disk or in the copy of the last leaving; one whose 24 hours are over is removed
 * with its document, unless it was confirmed and waits to be sent. Makes no database where there is none.
 */
export async function loadRegistration(now: number): Promise<Registration | undefined> {
  const saved = (await hasDatabase()) ? readRegistration(await (await openDatabase()).get('notes', KEY)) : undefined;
  const registration = newerOf(saved, readCopy());
  if (registration === undefined || registrationExpiry(registration) > now) return registration;
  if (await isConfirmed(registration.id)) return registration;
  await deleteRegistration(registration.id);
  return undefined;
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
  const { store, done } = (await openDatabase()).transaction('notes', 'readwrite');
  const saved = readRegistration(await store.get(KEY));
  await Promise.all([saved?.id === id && store.put(JSON.stringify({ ...saved, sent: true }), KEY), done]);
}

/** Removes it with its document; another one that has taken its place stays. */
export async function deleteRegistration(id: string): Promise<void> {
  forgetCopy({ id, revision: Number.POSITIVE_INFINITY });
  const { store, done } = (await openDatabase()).transaction('notes', 'readwrite');
  const saved = readRegistration(await store.get(KEY));
  await Promise.all([(saved === undefined || saved.id === id) && store.delete(KEY), done]);
  // Its document lies where those of the drafts do, under its own id.
  await deleteDraft(id);
}
