import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { Form } from 'react-final-form';
import { Button } from '#components/button.tsx';
import { controlId } from '#components/field/field-frame.tsx';
import { ActionBar } from '#components/page.tsx';
import { FormSection } from '#components/section.tsx';
import { styled } from '#components/styled.ts';
import { toast } from '#components/toasts.tsx';
import type { Field, FieldErrors } from '#domain/form/form.ts';
import { shortForm } from '#domain/short/form.ts';
import type { DraftAnswers } from '#features/drafts/draft.ts';
import { failedStepToast } from '../kit/failed-step.ts';
import { focusField } from '../kit/read-control.ts';
import type { SendAnswers, ShortAnswersForm } from './answers-form.ts';
import { type AgentSelector, ShortField } from './short-field.tsx';
import { TOAST_TIMES } from './toast-times.ts';
import { useShortAnswers } from './use-short-answers.ts';

const Box = styled('form', { base: { display: 'grid', gap: '4' } });

/** Accepted when somebody sends it, asked by no one (contract §7 "Short form"). */
const NOT_ASKED = new Set(['agreeToTerms', 'formType']);

interface ShortFormProps {
  /** What the draft holds when the form appears. */
  readonly answers: DraftAnswers;
  readonly agentSelector: AgentSelector;
  /** The two optional documents. */
  readonly documents: ReactNode;
  readonly submitting: boolean;
  readonly onSend: SendAnswers;
}

/** The short application on one page: judged on submitting, then on every change (spec §4). */
export function ShortForm({ answers, agentSelector, documents, submitting, onSend }: ShortFormProps) {
  const { form, element, tell } = useShortAnswers(answers, onSend);
  const [failures, setFailures] = useState(0);
  useFocusOnFailure(element, form, failures);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (submitting) return;
    tell();
    const errors: FieldErrors = form.getState().errors ?? {};
    if (Object.keys(errors).length > 0) toast.error(failedStepToast(shortForm, 1, errors), TOAST_TIMES.error);
    void form.submit();
    if (form.getState().submitFailed) setFailures((count) => count + 1);
  };
  return (
    <Form form={form} onSubmit={itself} subscription={NOTHING}>
      {() => (
        <Box ref={element} noValidate onSubmit={submit}>
          {shortForm.sections.map(({ id, title, help }) => (
            <FormSection key={id} level={2} title={title} help={help}>
              {fieldsOf(id).map((field) => (
                <ShortField key={field.name} field={field} agentSelector={agentSelector} />
              ))}
            </FormSection>
          ))}
          {documents}
          <ActionBar>
            <Button type="submit" variant="success" busy={submitting ? 'Submitting...' : undefined}>
              Submit Application
            </Button>
          </ActionBar>
        </Box>
      )}
    </Form>
  );
}

const NOTHING = {};
/** The form was made with what it does on submitting (answers-form.ts); another function here would take its place. */
const itself = () => undefined;

const fieldsOf = (section: string): readonly Field[] =>
  shortForm.fields.filter((field) => field.section === section && !NOT_ASKED.has(field.name));

/** After a try that failed the focus goes to the first field with a message. */
function useFocusOnFailure(
  element: ReturnType<typeof useShortAnswers>['element'],
  form: ShortAnswersForm,
  failures: number,
): void {
  useEffect(() => {
    if (failures === 0 || element.current === null) return;
    const { errors } = form.getState();
    const first = shortForm.fields.find(({ name }) => errors?.[name]);
    if (first) focusField(element.current, first.name, controlId(first.name));
  }, [element, form, failures]);
}
