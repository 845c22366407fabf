import * as v from 'valibot';

/** Kept so long (contract §7 "Screens": the rest of the 24 hours). */
const LIFE_MS = 24 * 60 * 60 * 1000;
const KEY = 'sent-applications';

const document = v.object({ label: v.string(), name: v.string(), size: v.number(), sha256: v.optional(v.string()) });
const sentSchema = v.object({
  id: v.string(),
  applicant: v.string(),
  documents: v.array(document),
  applicationId: v.exactOptional(v.string()),
  /** Milliseconds since 1970. */
  at: v.number(),
  /** Of a processed submission only. */
  reference: v.optional(v.string()),
  submittedAt: v.optional(v.string()),
});
/** An application that left this browser: how it is found again after a reload, and its receipt afterwards. */
export type SentRecord = v.InferOutput<typeof sentSchema>;

/** Every application sent from this browser in the last 24 hours, the newest first. No answers are among it. */
export function listSent(now = Date.now()): readonly SentRecord[] {
  try {
    const saved = v.safeParse(v.array(sentSchema), JSON.parse(localStorage.getItem(KEY) ?? '[]'));
    return saved.success ? saved.output.filter(({ at }) => now - at < LIFE_MS) : [];
  } catch {
    return [];
  }
}

export const findSent = (id: string): SentRecord | undefined => listSent().find((record) => record.id === id);

/** Notes an application in place of what was noted of it. */
export function noteSent(record: SentRecord): void {
  write([record, ...listSent().filter(({ id }) => id !== record.id)]);
}

/** Forgets one that the server does not know. */
export function forgetSent(id: string): void {
  write(listSent().filter((record) => record.id !== id));
}

/** Where storage is blocked, the application is sent all the same; only a reload would not find it again. */
function write(records: readonly SentRecord[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(records));
  } catch {}
}
