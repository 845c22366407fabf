import { type FormEvent, useMemo } from 'react';
import { Form } from 'react-final-form';
import { useDispatch } from 'react-redux';
import { Button } from '#components/button.tsx';
import { PrivacyLine } from '#components/college-text/privacy-line.tsx';
import type { Elements } from '#components/elements.ts';
import { controlId } from '#components/field/field-frame.tsx';
import { ActionBar } from '#components/page.tsx';
import { FormSection } from '#components/section.tsx';
import { styled } from '#components/styled.ts';
import { toast } from '#components/toasts.tsx';
import { todayOf } from '#domain/form/calendar.ts';
import type { Answers, Field, FormContext, Option } from '#domain/form/form.ts';
import { validate } from '#domain/form/validate.ts';
import { visibleAnswers } from '#domain/form/visible.ts';
import { intakeYears, shortForm } from '#domain/short/form.ts';
import type { DraftAnswers } from '#features/drafts/draft.ts';
import { answersChanged, typingStarted } from '#features/drafts/draft-events.ts';
import { useToday } from '#platform/today.ts';
import { failedStepToast } from '../kit/check-step.ts';
import { focusField } from '../kit/controls.ts';
import { FormField } from '../kit/form-field.tsx';
import { useAnswersForm } from '../kit/use-answers-form.ts';
import { TOAST_TIMES } from './progress-toasts.ts';

const Box = styled('form', { base: { display: 'grid', gap: '4' } });

/** Sending accepts it; there is no question for it (R3.18). */
const NOT_ASKED = new Set(['agreeToTerms', 'formType']);

interface ShortFormProps {
  /** The answers of the draft when the form appears. */
  readonly answers: DraftAnswers;
  /** The two optional documents. */
  readonly documents: Elements;
  readonly submitting: boolean;
  /** Sends valid answers. */
  readonly onSend: (answers: Answers) => void;
}

/**
 * The short application on one page (R2.33). Messages show after the first attempt to submit, and then follow every
 * change.
 */
export function ShortForm({ answers, documents, submitting, onSend }: ShortFormProps) {
  const dispatch = useDispatch();
  const { form, element, check } = useAnswersForm({
    catalogue: shortForm,
    answers,
    validate: validateShort,
    messages: 'on-submitting',
    onTyping: () => dispatch(typingStarted()),
    onChange: (changes) => dispatch(answersChanged(changes)),
  });
  const years = useIntakeYears();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (submitting) return;
    const errors = check();
    const [first] = Object.keys(errors);
    if (first === undefined) return onSend(answersToSend(form.getState().values));
    toast.error(failedStepToast(shortForm, 1, errors), TOAST_TIMES.error);
    if (element.current) focusField(element.current, first, controlId(first));
  };
  return (
    <Form form={form} onSubmit={noSubmit} subscription={NOTHING}>
      {() => (
        <Box ref={element} noValidate onSubmit={submit}>
          <PrivacyLine />
          {shortForm.sections.map(({ id, title, help }) => (
            <FormSection key={id} level={2} title={title} help={help}>
              {fieldsOf(id).map((field) => (
                <FormField
                  key={field.name}
                  field={field}
                  options={field.optionsFrom === 'intakeYears' ? years : undefined}
                />
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
/** React Final Form requires this; the page does the sending. */
const noSubmit = () => undefined;

const fieldsOf = (section: string): readonly Field[] =>
  shortForm.fields.filter((field) => field.section === section && !NOT_ASKED.has(field.name));

/** The context of validation: the visitor's date. */
function contextNow(): FormContext {
  const today = todayOf(new Date());
  return { profile: 'form-library', today, lists: { intakeYears: intakeYears(today) } };
}

/** The answers to the visible questions. Hidden answers are not sent. */
export const answersToSend = (answers: Answers): Answers => visibleAnswers(shortForm, answers, contextNow());

const validateShort = (answers: Answers) => validate(shortForm, answers, contextNow());

/** The years that can be chosen on the visitor's date. */
function useIntakeYears(): readonly Option[] {
  const today = useToday();
  return useMemo(() => intakeYears({ earliest: today, latest: today }), [today]);
}
