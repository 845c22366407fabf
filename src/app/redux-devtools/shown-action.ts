import type { Action } from '@reduxjs/toolkit';
import type { documentsEvents } from '#features/documents/documents-slice.ts';
import * as draftEvents from '#features/drafts/draft-events.ts';
import type { registrationEvents } from '#features/forms/agency/registration-slice.ts';
import type { outboxEvents } from '#features/submission/outbox/outbox-slice.ts';
import type { submissionEvents } from '#features/submission/submission-slice.ts';
import type { connectionSlice } from '#platform/connection.ts';
import type { updateSlice } from '#platform/service-worker.ts';
import type { viewSlice } from '#platform/view-slice.ts';
import { answers, document, draft, sent, slot, stageError, submission, summary } from './applications.ts';
import { isQueryAction, queryAction } from './queries.ts';
import { each, fields, figure, hidden, MASK, nanoId, oneOf, type Show, uuid } from './show.ts';
import { documentsBySlot, outboxSummary, registration, registrationFailure, underWay, view } from './shown-state.ts';

type TypesIn<Creators> = Creators extends object
  ? {
      [Name in keyof Creators]: Creators[Name] extends { readonly type: infer Type extends string } ? Type : never;
    }[keyof Creators]
  : never;
/** The type of every event that a slice of ours has. */
type SliceEvent = TypesIn<
  | typeof documentsEvents
  | typeof submissionEvents
  | typeof outboxEvents
  | typeof registrationEvents
  | typeof viewSlice.actions
  | typeof connectionSlice.actions
  | typeof updateSlice.actions
>;

const documentsAt = fields<{ draftId: string; at: number; slots: readonly string[] }>({
  draftId: uuid,
  at: figure,
  slots: each(slot),
});
const ofDocument = fields<{ draftId: string; slot: string; attachment: string; document: object; changes: object }>({
  draftId: uuid,
  slot,
  attachment: nanoId,
  document,
  changes: document,
});
const ofSubmission = fields<{ draftId: string; sent: object; failure: object }>({
  draftId: uuid,
  sent,
  failure: stageError,
});
const at = { at: figure };
const none = hidden;

/** What may be seen of the payload of each event of drafts, by the event's name. One that is not named does not compile. */
const DRAFT_PAYLOADS: Readonly<Record<keyof typeof draftEvents, Show>> = {
  draftCreated: draft,
  draftParked: none,
  draftDeleted: uuid,
  draftsListed: each(summary),
  draftNoted: summary,
  draftsSetAside: each(uuid),
  draftRestored: draft,
  draftShown: draft,
  draftTakenOver: uuid,
  draftExpired: uuid,
  draftSavedElsewhere: uuid,
  draftDeletedElsewhere: uuid,
  draftRenamed: fields({ label: hidden }),
  typingStarted: none,
  answersChanged: fields({ changes: answers, ...at }),
  documentsChanged: documentsAt,
  draftKept: fields(at),
  clockSet: figure,
  stepCompleted: figure,
  stepOpened: figure,
  draftSaved: fields({ id: uuid, revision: figure, ...at }),
  saveFailed: fields({ reason: hidden }),
  saveRetried: none,
  undoOffered: summary,
  undoWithdrawn: uuid,
};

/** The same for the events of slices, by their types. */
const PAYLOADS: Readonly<Record<SliceEvent, Show>> = {
  'documents/attached': ofDocument,
  'documents/restored': fields({ draftId: uuid, documents: documentsBySlot }),
  'documents/progressed': ofDocument,
  'documents/removed': ofDocument,

  'submission/confirmed': ofSubmission,
  'submission/documentsArrived': ofSubmission,
  'submission/accepted': ofSubmission,
  'submission/failed': ofSubmission,
  'submission/foundAgain': ofSubmission,
  'submission/hidden': uuid,
  'submission/shownAgain': uuid,
  'submission/confirmedAgain': uuid,
  'submission/ended': uuid,

  'outbox/changed': fields({ entries: each(outboxSummary), sending: uuid }),
  'outbox/underWay': underWay,
  'outbox/unknown': uuid,
  'outbox/arrived': uuid,
  'outbox/givenUp': none,

  'registration/opened': registration,
  'registration/takenOver': none,
  'registration/changed': fields({ answers, ...at }),
  'registration/renewed': figure,
  'registration/saved': figure,
  'registration/saveFailed': none,
  'registration/submitStarted': none,
  'registration/accepted': none,
  'registration/unknown': none,
  'registration/withdrawn': none,
  'registration/reported': submission,
  'registration/submitFailed': registrationFailure,

  'view/opened': view,
  'connection/lost': none,
  'connection/regained': none,
  'update/ready': none,
};
const BY_TYPE = new Map<string, Show>(Object.entries(PAYLOADS));
for (const [name, { type }] of Object.entries(draftEvents))
  BY_TYPE.set(type, DRAFT_PAYLOADS[name as keyof typeof draftEvents]);

/** What Redux, its DevTools and redux-persist begin and store with; they carry functions and whole states. */
const OF_LIBRARIES =
  /^(?:@@INIT|@@redux\/(?:INIT|REPLACE|PROBE_UNKNOWN_ACTION)\w(?:\.\w)*|persist\/(?:PERSIST|REHYDRATE|FLUSH|PAUSE|PURGE|REGISTER))$/;

/**
 * An action as Redux DevTools may show it: which event, which draft, step, stage or document, and nothing of a person.
 * Of an action that nobody has named here not even the type is shown.
 */
export function shownAction(action: Action): unknown {
  const { type } = action;
  if (isQueryAction(type)) return queryAction(action);
  if (OF_LIBRARIES.test(type)) return { type };
  const payload = BY_TYPE.get(type);
  return payload ? fields({ type: oneOf(type), payload })(action) : { type: MASK };
}
