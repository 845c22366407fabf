import { type FormEvent, type ReactNode, useState } from 'react';
import { Form, useFormState } from 'react-final-form';
import { useDispatch, useSelector } from 'react-redux';
import { controlId } from '#components/field/field-frame.tsx';
import { styled } from '#components/styled.ts';
import { AGENT_INTRODUCTION } from '#domain/agency/introduction.ts';
import { focusField } from '../kit/controls.ts';
import { AgencyFields } from './agency-fields.tsx';
import { ApplicationId } from './application-id.tsx';
import { focusIntroduction, type Introduction, IntroductionSection } from './introduction.tsx';
import { applicationIdOf, type Registration } from './registration.ts';
import { registrationEvents, selectFailure, selectSubmit } from './registration-slice.ts';
import { SubmitArea, type SubmitAreaProps } from './submit-area.tsx';
import { SuccessModal } from './success-modal.tsx';
import { useAgencyForm } from './use-agency-form.ts';
import { useFailureToast } from './use-failure-toast.ts';

const Sections = styled('div', { base: { display: 'grid', gap: '5' } });

interface AgentApplicationProps {
  readonly registration: Registration;
  readonly introduction: Introduction;
  /** Where it stands in the line of what is to be sent, while it stands in one. */
  readonly line: ReactNode;
  /** It was on its way when it was submitted once more: the answers of the press before are the ones that are sent. */
  readonly earlier: boolean;
  /** Everything is in order: send it. */
  readonly onSubmit: () => void;
  /** The submitted application was confirmed: a fresh one may begin. */
  readonly onDone: () => void;
}

/** One agency's application, from the first answer to the confirmed submission. */
export function AgentApplication({
  registration,
  introduction,
  line,
  earlier,
  onSubmit,
  onDone,
}: AgentApplicationProps) {
  const dispatch = useDispatch();
  const submit = useSelector(selectSubmit);
  const failure = useSelector(selectFailure);
  const { form, element, check } = useAgencyForm(registration.answers);
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [introductionError, setIntroductionError] = useState<string>();
  useFailureToast();

  const tryToSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (submit === 'submitting' || submit === 'success') return;
    const errors = check();
    const missing = introduction.attached === undefined;
    const [first] = Object.keys(errors);
    setFailed(Object.keys(errors));
    setIntroductionError(missing ? AGENT_INTRODUCTION.missing : undefined);
    if (first !== undefined && element.current) focusField(element.current, first, controlId(first));
    else if (missing) focusIntroduction();
    else onSubmit();
  };
  const attached = () => {
    setIntroductionError(undefined);
    dispatch(registrationEvents.changed({}));
  };
  return (
    <Form form={form} onSubmit={() => undefined} subscription={{}}>
      {() => (
        <form ref={element} noValidate onSubmit={tryToSubmit} data-registration={registration.id}>
          <Sections inert={submit === 'submitting'}>
            <ApplicationId id={applicationIdOf(registration)} note="Please save this number for future reference" />
            <AgencyFields refused={failure?.fieldErrors} />
            <IntroductionSection introduction={introduction} error={introductionError} onAttached={attached} />
          </Sections>
          <LiveSubmitArea
            {...{ failure, failed, line, earlier }}
            state={submit}
            missing={introductionError !== undefined && introduction.attached === undefined}
          />
          <SuccessModal
            {...{ earlier }}
            id={applicationIdOf(registration)}
            open={submit === 'success'}
            onClose={onDone}
          />
        </form>
      )}
    </Form>
  );
}

interface LiveSubmitAreaProps extends Omit<SubmitAreaProps, 'unanswered'> {
  /** Names of what the last try found wanting. */
  readonly failed: readonly string[];
  /** Whether the introduction still is. */
  readonly missing: boolean;
}

/** What has been put right since the last try counts no more. */
function LiveSubmitArea({ failed, missing, ...rest }: LiveSubmitAreaProps) {
  const { errors = {} } = useFormState({ subscription: { errors: true } });
  const left = failed.filter((name) => errors[name] !== undefined).length;
  return <SubmitArea {...rest} unanswered={left + Number(missing)} />;
}
