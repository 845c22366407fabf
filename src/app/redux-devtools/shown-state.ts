import type { PersistState } from 'redux-persist';
import type { ApplicationState } from '#features/drafts/application-slice.ts';
import type { DraftsState } from '#features/drafts/drafts-slice.ts';
import type { Registration } from '#features/forms/agency/registration.ts';
import type { RegistrationFailure } from '#features/forms/agency/registration-failure.ts';
import type { RegistrationState } from '#features/forms/agency/registration-slice.ts';
import type { OutboxState, OutboxSummary, UnderWay } from '#features/submission/outbox/outbox-slice.ts';
import type { SubmissionEntry } from '#features/submission/submission-slice.ts';
import { isViewName, VIEWS, type ViewName } from '#platform/view-slice.ts';
import type { RootState } from '../root-reducer.ts';
import * as applications from './applications.ts';
import { apiState } from './queries.ts';
import { each, fields, figure, flag, hidden, map, oneOf, uuid } from './show.ts';

export const view = oneOf(...Object.keys(VIEWS).filter(isViewName));
export const documentsBySlot = map(applications.slot, applications.document);

export const outboxSummary = fields<OutboxSummary>({
  id: uuid,
  order: figure,
  applicant: hidden,
  variant: applications.variant,
  confirmedAt: figure,
  failure: applications.stageError,
});
export const underWay = fields<UnderWay>({ id: uuid, applicant: hidden });

export const registration = fields<Registration>({
  schema: figure,
  id: uuid,
  answers: applications.answers,
  revision: figure,
  changedAt: figure,
  sent: flag,
});
export const registrationFailure = fields<RegistrationFailure>({
  message: hidden,
  detail: hidden,
  fieldErrors: applications.answers,
});

const application = fields<ApplicationState & { _persist: PersistState }>({
  draft: applications.draft,
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
  connection: fields<RootState['connection']>({ online: flag }),
  update: fields<NonNullable<RootState['update']>>({ ready: flag }),
  drafts: fields<DraftsState>({
    listed: flag,
    openId: uuid,
    byId: map(uuid, applications.summary),
    deleted: map(uuid, applications.summary),
    setAside: each(uuid),
  }),
  application,
  documents: map(uuid, documentsBySlot),
  submission: map(
    uuid,
    fields<SubmissionEntry>({
      phase: oneOf('waiting', 'sending', 'followed', 'failed', 'asked'),
      sent: applications.sent,
      failure: applications.stageError,
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
  registration: fields<RegistrationState>({
    current: registration,
    elsewhere: flag,
    opening: figure,
    save: oneOf('saved', 'saving', 'failed'),
    submit: oneOf('idle', 'submitting', 'success', 'error'),
    failure: registrationFailure,
  }),
  api: apiState,
});
