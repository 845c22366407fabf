import { useEffect, useMemo } from 'react';
import { todayOf } from '#domain/form/calendar.ts';
import type { FormContext } from '#domain/form/form.ts';
import { Desk } from '#features/desk/desk.tsx';
import { documentsSlice } from '#features/documents/documents-slice.ts';
import { watchDrafts } from '#features/drafts/watch-drafts.ts';
import { useLists } from '#features/forms/student/lists.ts';
import { submissionSlice } from '#features/submission/submission-slice.ts';
import { useAppDispatch } from '../hooks.ts';
import { rootReducer } from '../root-reducer.ts';

// A review needs the same slices as the forms.
rootReducer.inject(documentsSlice);
rootReducer.inject(submissionSlice);

/** The desk below the cards of the agents' page, with the lists that validate an application before it is sent. */
export function AgentsDesk() {
  const dispatch = useAppDispatch();
  const { lists } = useLists();
  const context = useMemo(
    (): FormContext => ({
      variant: 'agent',
      lists,
      get today() {
        return todayOf(new Date());
      },
    }),
    [lists],
  );
  useEffect(() => void dispatch(watchDrafts()), [dispatch]);
  return <Desk context={context} />;
}
