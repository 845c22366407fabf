import { useMemo } from 'react';
import { useAppSelector, useAppStore } from '#app/hooks.ts';
import { isOnlyHere, selectDraftDocuments } from '#features/documents/documents-slice.ts';
import type { Courier } from '../use-submission.ts';
import { OutboxLine } from './outbox-line.tsx';
import { selectOutbox, standingOf } from './outbox-slice.ts';
import { outboxOf } from './run-outbox.ts';

interface CourierOptions {
  /** The form stands beside the line: what happens to changes is said, and it can be withdrawn there. */
  readonly besideForm?: boolean;
}

/** The outbox as the one who brings this draft's application to the server, and where the draft stands in its line. */
export function useCourier(draftId: string, { besideForm = false }: CourierOptions = {}) {
  const store = useAppStore();
  const outbox = useAppSelector(selectOutbox);
  const standing = standingOf(outbox, draftId);
  const waits = standing !== undefined && standing.entry.failure === undefined;
  const courier = useMemo<Courier>(
    () => ({
      send: (application) => void outboxOf(store).confirm(draftId, application),
      giveUp: () => void outboxOf(store).withdraw(draftId),
      keepsTrying: waits,
    }),
    [store, draftId, waits],
  );
  const onlyHere = useAppSelector((state) => Object.values(selectDraftDocuments(state, draftId)).some(isOnlyHere));
  const beside = besideForm && { editable: true, onWithdraw: courier.giveUp };
  return { courier, line: standing && waits && <OutboxLine {...{ standing, onlyHere }} {...beside} /> };
}
