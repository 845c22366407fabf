import { type ApplicationRecord, changeParts } from './application-records.ts';
import { readFrom, writeTo } from './database.ts';
import { personalStorage } from './personal-storage.ts';

/** The list of notes in localStorage where releases before 0.1.0 kept what was sent. */
const SENT_KEY = 'sent-applications';

/**
 * Every record of a confirmed application. Notes of an earlier release, which may still have an open tab, are added
 * first.
 */
export const readApplications = (): Promise<readonly ApplicationRecord[]> => readMigrated((store) => store.getAll());

/** One of these records. */
export const readApplication = (id: string): Promise<ApplicationRecord | undefined> =>
  readMigrated((store) => store.get(id));

interface ReadableStore {
  get(id: string): Promise<ApplicationRecord | undefined>;
  getAll(): Promise<readonly ApplicationRecord[]>;
}

/** If the notes cannot be written to the database, the next reading tries again. */
async function readMigrated<Result>(read: (store: ReadableStore) => Promise<Result>): Promise<Result> {
  const result = await readFrom(['outbox'], ({ store }) => read(store));
  // Read once the database is open, because opening it asks for the keys.
  const text = readNotes();
  if (text === null) return result;
  await migrate(text).catch(() => {});
  return readFrom(['outbox'], ({ store }) => read(store));
}

async function migrate(text: string): Promise<void> {
  await writeTo(['outbox'], async ({ store }) => {
    for (const note of notesIn(text))
      await changeParts(store, note.id, (parts) => ({ ...parts, sent: later(parts.sent, note) }));
  });
  personalStorage.remove(SENT_KEY);
}

const later = (one: unknown, other: object): unknown => (Object(one).at > Object(other).at ? one : other);

/** Null also if storage is blocked or locked. */
function readNotes(): string | null {
  try {
    return personalStorage.get(SENT_KEY);
  } catch {
    return null;
  }
}

/** An unreadable note is deleted, because its age is unknown. */
function notesIn(text: string): readonly { readonly id: string }[] {
  try {
    const saved: unknown = JSON.parse(text);
    return Array.isArray(saved) ? saved.filter((note) => typeof note?.id === 'string') : [];
  } catch {
    return [];
  }
}
