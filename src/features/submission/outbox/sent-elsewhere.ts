import type { AppStore } from '#app/store.ts';
import { findSent } from '../sent-storage.ts';
import { submissionEvents } from '../submission-slice.ts';
import { isOnScreen } from './follow-sent.ts';
import { type OutboxSummary, selectOutbox } from './outbox-slice.ts';

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
