import { type FormEvent, useState } from 'react';
import { Form, useFormState } from 'react-final-form';
import { useDispatch } from 'react-redux';
import { PrivacyLine } from '#components/college-text/privacy-line.tsx';
import { controlId } from '#components/field/field-frame.tsx';
import { styled } from '#components/styled.ts';
import { AGENT_INTRODUCTION } from '#domain/agency/documents.ts';
import { agencyForm } from '#domain/agency/form.ts';
import { todayOf } from '#domain/form/calendar.ts';
import type { Answers } from '#domain/form/form.ts';
import { validate } from '#domain/form/validate.ts';
import { visibleAnswers } from '#domain/form/visible.ts';
import type { Draft } from '#features/drafts/draft.ts';
import { answersChanged, typingStarted } from '#features/drafts/draft-events.ts';
import { SentApplications } from '#features/submission/receipt-view.tsx';
import { useDraftSubmission, useLostDocuments } from '#features/submission/use-submission.tsx';
import { viewOpened } from '#platform/view-slice.ts';
import { focusField } from '../kit/controls.ts';
import { useAnswersForm } from '../kit/use-answers-form.ts';
import { AgencyFields } from './agency-fields.tsx';
import { ApplicationId } from './application-id.tsx';
import { focusIntroduction, IntroductionSection } from './introduction.tsx';
import { SubmitArea, type SubmitAreaProps } from './submit-area.tsx';
import { SuccessModal } from './success-modal.tsx';
import { useFailureToast, useSubmitState } from './use-submit-state.ts';

const Sections = styled('div', { base: { display: 'grid', gap: '5' } });

const contextNow = () => ({ today: todayOf(new Date()) });
/** One message by field name; none if the application is valid. */
const validateAgency = (answers: Answers) => validate(agencyForm, answers, contextNow());

/** One agency's application, from the first answer to the confirmed submission. */
export function AgencyApplication({ draft }: { readonly draft: Draft }) {
  const dispatch = useDispatch();
  const { confirm, done, progress, isAttached, notice } = useAgencySubmission(draft);
  const { state, failure, retract } = useSubmitState(progress);
  const { form, element, check } = useAnswersForm({
    catalogue: agencyForm,
    answers: draft.answers,
    validate: validateAgency,
    messages: 'on-leaving',
    onTyping: () => dispatch(typingStarted()),
    onChange(changes) {
      dispatch(answersChanged(changes));
      if (Object.keys(changes).length > 0) retract();
    },
  });
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [isMissed, setMissed] = useState(false);
  useFailureToast(state);
  const id = String(draft.answers.agentApplicationId ?? '');
  const isMissing = isMissed && !isAttached;

  const tryToSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (state === 'submitting' || state === 'success' || state === 'held') return;
    const errors = Object.keys(check());
    const [first] = errors;
    setFailed(errors);
    setMissed(!isAttached);
    if (first !== undefined && element.current) focusField(element.current, first, controlId(first));
    else if (isAttached) confirm(form.getState().values);
    else focusIntroduction();
  };
  const beginAnew = () => {
    void done();
    window.scrollTo(0, 0);
  };
  const attached = () => {
    setMissed(false);
    retract();
  };
  const fieldErrors = Object.fromEntries(failure?.errors?.map(({ field, message }) => [field, message]) ?? []);
  return (
    <Form form={form} onSubmit={() => undefined} subscription={{}}>
      {() => (
        <form ref={element} noValidate onSubmit={tryToSubmit}>
          <Sections inert={state === 'submitting' || state === 'held'}>
            <ApplicationId
              id={id}
              note="Please save this number for future reference"
              hint="It counts only after you submit this form."
            />
            <SentApplications variant="agency" />
            <PrivacyLine />
            <AgencyFields refused={fieldErrors} />
            <IntroductionSection
              draftId={draft.id}
              error={isMissing ? AGENT_INTRODUCTION.missing : undefined}
              onAttached={attached}
            />
          </Sections>
          <LiveSubmitArea
            {...{ state, failure, failed, notice }}
            earlier={progress.confirmedAgain}
            missing={isMissing}
            onClose={() => dispatch(viewOpened('home'))}
          />
          <SuccessModal id={id} open={state === 'success'} earlier={progress.confirmedAgain} onClose={beginAnew} />
        </form>
      )}
    </Form>
  );
}

/** The submission of the draft. `confirm` sends these answers with the introduction; `done` begins a new draft. */
function useAgencySubmission({ id, answers: saved }: Draft) {
  const { progress, documents, notice, done } = useDraftSubmission(id, 'agent', { besideForm: true });
  const { slot, label } = AGENT_INTRODUCTION;
  const introduction = documents.bySlot[slot];
  const confirm = (answers: Answers) =>
    progress.start({
      variant: 'agency',
      values: visibleAnswers(agencyForm, answers, contextNow()),
      applicant: String(answers.agencyName ?? ''),
      documents: introduction ? [{ ...introduction, slot, label }] : [],
    });
  useLostDocuments(id, progress.submission, documents.engine, () => confirm(saved));
  return { confirm, done, progress, isAttached: introduction !== undefined, notice };
}

interface LiveSubmitAreaProps extends Omit<SubmitAreaProps, 'unanswered'> {
  /** Names of the fields that stopped the last attempt. */
  readonly failed: readonly string[];
  /** Whether the introduction is still missing. */
  readonly missing: boolean;
}

/** Fields that were corrected since the last attempt do not count. */
function LiveSubmitArea({ failed, missing, ...rest }: LiveSubmitAreaProps) {
  const { errors = {} } = useFormState({ subscription: { errors: true } });
  const left = failed.filter((name) => errors[name] !== undefined).length;
  return <SubmitArea {...rest} unanswered={left + Number(missing)} />;
}
