import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { DocumentReference } from '#contract/applications.ts';
import { agencyForm } from '#domain/agency/form.ts';
import { todayOf } from '#domain/form/today.ts';
import { visibleAnswers } from '#domain/form/visible.ts';
import type { ApiError } from '#lib/api-error.ts';
import type { Registration } from './registration.ts';
import { registrationApi } from './registration-api.ts';
import { failureOfCall, NO_CONNECTION, UPLOAD_FAILED } from './registration-failure.ts';
import { registrationEvents } from './registration-slice.ts';

/** The dispatch of a store that has the api. */
export type RegistrationDispatch = ThunkDispatch<
  { readonly api: ReturnType<typeof registrationApi.reducer> },
  unknown,
  UnknownAction
>;

/**
 * Resolves once the server has the document, or without one when the server does not take it; rejects when there is no
 * connection to wait for.
 */
export type WhenUploaded = () => Promise<readonly DocumentReference[] | undefined>;

/**
 * Sends a registration that is in order: waits for its document, PUTs it, and leaves the rest to the server's events.
 * How it goes is told to the store; nothing is thrown. Again after a failure, it is the same id and Application ID.
 */
export async function sendRegistration(
  dispatch: RegistrationDispatch,
  { id, answers }: Registration,
  whenUploaded: WhenUploaded,
): Promise<void> {
  dispatch(registrationEvents.submitStarted());
  const documents = await whenUploaded().catch(() => 'no connection' as const);
  if (documents === undefined) return void dispatch(registrationEvents.submitFailed(UPLOAD_FAILED));
  if (documents === 'no connection') return void dispatch(registrationEvents.submitFailed(NO_CONNECTION));
  const values = { ...visibleAnswers(agencyForm, answers, { today: todayOf(new Date()) }) };
  const put = registrationApi.endpoints.putAgentApplication.initiate({
    id,
    body: { values, documents: [...documents] },
  });
  const { data, error } = await dispatch(put);
  if (data === undefined) return void dispatch(registrationEvents.submitFailed(failureOfCall(error as ApiError)));
  dispatch(registrationEvents.accepted());
  dispatch(registrationEvents.reported(data));
}

/** After a reload: asks the server what became of a registration that was sent. */
export async function findSentRegistration(dispatch: RegistrationDispatch, id: string): Promise<void> {
  const asking = dispatch(registrationApi.endpoints.sentRegistration.initiate(id, { forceRefetch: true }));
  const { data } = await asking;
  asking.unsubscribe();
  dispatch(data === undefined ? registrationEvents.unknown() : registrationEvents.reported(data));
}
