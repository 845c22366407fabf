import type { Action, DevToolsEnhancerOptions } from '@reduxjs/toolkit';
import type { PersistState } from 'redux-persist';
import type { documentsEvents } from '#features/documents/documents-slice.ts';
import type { ApplicationState } from '#features/drafts/application-slice.ts';
import * as draftEvents from '#features/drafts/draft-events.ts';
import type { DraftsState } from '#features/drafts/drafts-slice.ts';
import type { OutboxState, OutboxSummary, outboxEvents, UnderWay } from '#features/submission/outbox/outbox-slice.ts';
import type { SubmissionEntry, submissionEvents } from '#features/submission/submission-slice.ts';
import type { connectionSlice } from '#platform/connection.ts';
import type { updateSlice } from '#platform/service-worker.ts';
import { isViewName, VIEWS, type ViewName, type viewSlice } from '#platform/view-slice.ts';
import type { RootState } from '../root-reducer.ts';
import { answers, document, draft, sent, slot, stageError, summary, variant } from './applications.ts';
import { apiState, isQueryAction, queryAction } from './queries.ts';
import { each, fields, figure, flag, hidden, MASK, map, nanoId, oneOf, type Show, uuid } from './show.ts';

const view = oneOf(...Object.keys(VIEWS).filter(isViewName));
const documentsBySlot = map(slot, document);

const outboxSummary = fields<OutboxSummary>({
  id: uuid,
  order: figure,
  applicant: hidden,
  variant,
  confirmedAt: figure,
  failure: stageError,
});
const underWay = fields<UnderWay>({ id: uuid, applicant: hidden });

const application = fields<ApplicationState & { _persist: PersistState }>({
  draft: draft,
  status: oneOf('closed', 'blank', 'open'),
  elsewhere: flag,
  opening: figure,
  save: fields<ApplicationState['save']>({
    state: oneOf('saved', 'saving', 'unsaved', 'failed'),
    savedAt: figure,
    savedRevision: figure,
    reason: hidden,
  }),
  _persist: fields<PersistState>({ version: figure, rehydrated: flag }),
});

/**
 * The whole state as Redux DevTools may show it: the shape that it has, and of its values only what is known to be
 * harmless. A slice that is not named here does not compile; what gets here all the same is masked, its name included.
 */
export const shownState = fields<RootState>({
  view: fields<{ current: ViewName }>({ current: view }),
  connection: fields<RootState['connection']>({ online: flag, answered: flag }),
  update: fields<RootState['update']>({ ready: flag, notKept: flag }),
  drafts: fields<DraftsState>({
    listed: flag,
    notListed: flag,
    openId: uuid,
    byId: map(uuid, summary),
    deleted: map(uuid, summary),
    setAside: each(uuid),
    ended: figure,
    given: map(uuid, oneOf('offered', 'taken')),
  }),
  application,
  documents: map(uuid, documentsBySlot),
  submission: map(
    uuid,
    fields<SubmissionEntry>({
      phase: oneOf('waiting', 'sending', 'followed', 'failed', 'asked'),
      sent: sent,
      failure: stageError,
      shown: flag,
      confirmedAgain: flag,
    }),
  ),
  outbox: fields<OutboxState>({
    entries: each(outboxSummary),
    sending: uuid,
    underWay: each(underWay),
    arrived: figure,
    givenUp: figure,
  }),
  api: apiState,
});

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
  draftsNotListed: none,
  draftNoted: summary,
  draftsSetAside: each(uuid),
  draftsGiven: map(uuid, oneOf('offered', 'taken')),
  draftRestored: draft,
  draftUnsaved: none,
  draftShown: draft,
  draftTakenOver: uuid,
  draftExpired: uuid,
  draftSavedElsewhere: uuid,
  draftDeletedElsewhere: uuid,
  draftRenamed: fields({ label: hidden }),
  typingStarted: none,
  answersChanged: fields({ changes: answers, ...at }),
  lateAnswersTaken: fields({ changes: answers, revision: figure, ...at }),
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

  'view/opened': view,
  'connection/confirmed': none,
  'connection/lost': none,
  'connection/regained': none,
  'update/ready': none,
  'update/notKept': none,
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

/** Actions and states pass through here on their way to the extension. */
export const MASKED: DevToolsEnhancerOptions = {
  name: 'Online application form',
  actionSanitizer: <Action>(action: Action) => shownAction(action as never) as Action,
  stateSanitizer: <State>(state: State) => shownState(state) as State,
  // The sanitizers do not reach exports.
  features: { pause: true, jump: true, skip: true, export: false, import: false },
};
