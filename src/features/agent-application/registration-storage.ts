import { openDatabase } from '#lib/database.ts';
import { deleteDraft } from '#lib/drafts/draft-storage.ts';
import { type Registration, readRegistration, registrationExpiry } from './registration.ts';

/** One application waits at a time: an agency registers once. */
const KEY = 'registration';

/** Writes it and resolves once it is on the disk; rejects with the browser's own error. */
export async function saveRegistration(registration: Registration): Promise<void> {
  const transaction = (await openDatabase()).transaction('notes', 'readwrite', { durability: 'strict' });
  await Promise.all([transaction.store.put(JSON.stringify(registration), KEY), transaction.done]);
}

/** What waits on this device; one whose 24 hours are over is removed with its document. */
export async function loadRegistration(now: number): Promise<Registration | undefined> {
  const registration = readRegistration(await (await openDatabase()).get('notes', KEY));
  if (registration === undefined || registrationExpiry(registration) > now) return registration;
  await deleteRegistration(registration.id);
  return undefined;
}

/** Removes it with its document. */
export async function deleteRegistration(id: string): Promise<void> {
  await (await openDatabase()).delete('notes', KEY);
  // Its document lies where those of the drafts do, under its own id.
  await deleteDraft(id);
}
