import type { AppStore } from '#app/store.ts';
import { listConfirmed } from '#features/drafts/draft-database.ts';
import { listSent } from '../sent-notes.ts';

/** What an earlier visit has confirmed goes on: what waits is sent, what was sent is followed to its end. */
export async function resumeOutbox(store: AppStore): Promise<void> {
  const confirmed = await listConfirmed().catch(() => new Set<string>());
  const sent = listSent().filter(({ id, reference }) => reference === undefined && !confirmed.has(id));
  if (confirmed.size === 0 && sent.length === 0) return;
  const [{ outboxOf }, { followSent }] = await Promise.all([import('./outbox.ts'), import('./follow-sent.ts')]);
  outboxOf(store);
  for (const one of sent) void followSent(store, one);
}
