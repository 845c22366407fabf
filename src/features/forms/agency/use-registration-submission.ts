import { skipToken } from '@reduxjs/toolkit/query';
import { useEffect, useRef } from 'react';
import { useSelector, useStore } from 'react-redux';
import { useAppDispatch, useAppSelector } from '#app/hooks.ts';
import { agencyForm } from '#domain/agency/form.ts';
import { AGENT_INTRODUCTION } from '#domain/agency/introduction.ts';
import { todayOf } from '#domain/form/today.ts';
import { visibleAnswers } from '#domain/form/visible.ts';
import type { Submission } from '#domain/submission/submission.ts';
import { useDocuments } from '#features/documents/use-documents.ts';
import { draftDeleted } from '#features/drafts/draft-events.ts';
import { forgetSent, noteReceipt } from '#features/submission/sent-notes.ts';
import { useSubmissionQuery } from '#features/submission/submission-api.ts';
import { endSubmission, selectSubmissionEntry } from '#features/submission/submission-slice.ts';
import { useLostDocuments, useOutbox } from '#features/submission/use-submission.tsx';
import { isNotFound } from '#platform/api.ts';
import { replaceRegistration } from './keep-registration.ts';
import type { Registration } from './registration.ts';
import { failureOfSending } from './registration-failure.ts';
import { registrationEvents, selectRegistration, selectSubmit, type WithRegistration } from './registration-slice.ts';

const { slot, label } = AGENT_INTRODUCTION;

/**
 * The submission of the open registration, through the outbox like every other: `confirm` sends it as it stands now,
 * `line` says where it waits, `earlier` whether it goes with the answers of an earlier press, `done` ends it and begins a
 * fresh one. How it goes is told to the form's own state.
 */
export function useRegistrationSubmission(registration: Registration) {
  const store = useStore<WithRegistration>();
  const dispatch = useAppDispatch();
  const { id } = registration;
  const { sender, line } = useOutbox(id, { besideForm: true });
  const { bySlot, engine } = useDocuments(id);
  useAttempts(id);
  const submission = useServerNews(registration);
  const earlier = useAppSelector((state) => selectSubmissionEntry(state, id)?.confirmedAgain === true);
  const confirm = () => {
    const { answers } = selectRegistration(store.getState()) ?? registration;
    const document = bySlot[slot];
    sender.send({
      variant: 'agency',
      values: visibleAnswers(agencyForm, answers, { today: todayOf(new Date()) }),
      applicant: answers.agencyName ?? '',
      documents: document ? [{ ...document, slot, label }] : [],
    });
  };
  useLostDocuments(id, submission, engine, confirm);
  const done = async () => {
    endSubmission(dispatch, id);
    dispatch(draftDeleted(id));
    await replaceRegistration(store);
  };
  return { confirm, line, earlier, done };
}

/** How far the outbox has come with it, as long as the server does not have it. */
function useAttempts(id: string): void {
  const dispatch = useAppDispatch();
  const entry = useAppSelector((state) => selectSubmissionEntry(state, id));
  const { phase, failure } = entry ?? {};
  const before = useRef(phase);
  useEffect(() => {
    const was = before.current;
    before.current = phase;
    if (phase === 'waiting' || phase === 'sending') dispatch(registrationEvents.submitStarted());
    if (phase === 'followed') dispatch(registrationEvents.accepted());
    if (phase === 'failed' && failure) dispatch(registrationEvents.submitFailed(failureOfSending(failure)));
    if (phase === undefined && was !== undefined && was !== 'followed') dispatch(registrationEvents.withdrawn());
  }, [dispatch, phase, failure]);
}

/** What the server says of it once it has it, in this visit or an earlier one. */
function useServerNews({ id, sent }: Registration): Submission | undefined {
  const dispatch = useAppDispatch();
  const submit = useSelector(selectSubmit);
  const phase = useAppSelector((state) => selectSubmissionEntry(state, id)?.phase);
  const { currentData, error } = useSubmissionQuery(sent && submit !== 'success' ? id : skipToken, {
    refetchOnReconnect: true,
  });
  const unknown = isNotFound(error);
  useEffect(() => {
    if (currentData === undefined || (phase !== undefined && phase !== 'followed')) return;
    dispatch(registrationEvents.reported(currentData));
    if (currentData.status === 'processed') noteReceipt(currentData);
  }, [dispatch, phase, currentData]);
  useEffect(() => {
    if (!unknown) return;
    forgetSent(id);
    dispatch(registrationEvents.unknown());
  }, [dispatch, id, unknown]);
  return currentData;
}
