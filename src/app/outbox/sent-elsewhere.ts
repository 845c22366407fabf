import { type OutboxSummary, selectOutbox } from '#features/outbox/outbox-slice.ts';
import { findSent } from '#features/submission/sent-storage.ts';
import { submissionEvents } from '#features/submission/submission-slice.ts';
import type { AppStore } from '../store.ts';
import { isOnScreen } from './follow-sent.ts';

/**
 * Another tab has worked on the line: what stands on the screen here and was brought to the server there is followed
 * from now on, as if it had been sent from here. `before` is the line as it was.
 */
export function followSentElsewhere(store: AppStore, before: readonly OutboxSummary[]): void {
  const left = new Set(selectOutbox(store.getState()).entries.map(({ id }) => id));
  for (const { id, variant } of before) {
    const sent = left.has(id) ? undefined : findSent(id);
    if (sent && isOnScreen(store, id, variant === 'agency' ? 'agent' : 'student'))
      store.dispatch(submissionEvents.accepted({ draftId: id, sent }));
  }
}
