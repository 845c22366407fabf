import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useState,
} from 'react';
import { Form } from 'react-final-form';
import { PrivacyLine } from '#components/college-text/privacy-line.tsx';
import type { Elements } from '#components/elements.ts';
import { LongListsLater } from '#components/field/select.tsx';
import { ReadOnly } from '#components/section.tsx';
import { styled } from '#components/styled.ts';
import type { Answers, FormContext, Variant } from '#domain/form/form.ts';
import { studentForm } from '#domain/student/form.ts';
import type { Draft, DraftAnswers } from '#features/drafts/draft.ts';
import { setTitle } from '#platform/page-title.ts';
import { isAnswerControl, isTextControl } from '../kit/controls.ts';
import { ErrorSummary, type MissingDocument } from './error-summary.tsx';
import { StepButtons } from './step-buttons.tsx';
import { StepFields } from './step-fields.tsx';
import { StepIndicator } from './step-indicator.tsx';
import { useStepNavigation, type WizardHandle } from './step-navigation.ts';
import { useStudentForm } from './use-student-form.ts';

const Box = styled('form', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '4',
    '& > h2': { fontSize: 'xl', lineHeight: 'snug', outlineOffset: '4px' },
  },
});

/** The step that a reader looks at. It changes for this tab only. */
export interface ReaderStep {
  /** 1 to 4. */
  readonly step: number;
  readonly onOpen: (step: number) => void;
}

interface WizardProps {
  readonly ref?: Ref<WizardHandle>;
  /** Null while there is no draft for the prerendered, empty step 1. */
  readonly draft: Draft | null;
  readonly variant: Variant;
  /** The starting answers of this variant. */
  readonly initialAnswers: DraftAnswers;
  readonly context: FormContext;
  /** After the questions of the last step. */
  readonly documents?: ReactNode;
  /** Before the questions of the first step. */
  readonly before?: Elements;
  readonly submitting?: boolean;
  /** Another tab owns the draft, so every step is read-only. */
  readonly reading?: ReaderStep | undefined;
  /** The records have the application. Its answers are read-only, and can be submitted again unchanged. */
  readonly locked?: boolean;
  /** Missing required documents, once the person has asked to submit. */
  readonly missing?: readonly MissingDocument[];
  /** The person asks to submit, whether or not everything is valid. */
  readonly onTry?: () => void;
  /** All four steps are valid and the person asked to submit. */
  readonly onSubmit: (answers: Answers) => void;
}

/** The student application, one step at a time (R2.9, R2.10). */
export function Wizard({ ref, draft, variant, context, documents, before, ...props }: WizardProps) {
  const {
    initialAnswers,
    submitting = false,
    reading,
    locked = false,
    missing = NONE_MISSING,
    onTry,
    onSubmit,
  } = props;
  const step = reading?.step ?? draft?.step ?? 1;
  const { id: stepId = '', title = '' } = studentForm.steps[step - 1] ?? {};
  const answers = draft?.answers ?? initialAnswers;
  const handle = useStudentForm({ variant, stepId, context, answers, draftId: draft?.id });
  const steps = useStepNavigation({ handle, step, context, onSubmit, missing: missing.length });
  const submit = () => {
    onTry?.();
    steps.submit();
  };
  const turn = reading ? readerSteps(reading) : steps;
  const moved = useMoved(step);
  const hasFailed = Object.keys(steps.failed).length > 0;
  useEffect(() => {
    const place = `Step ${step} of ${studentForm.steps.length}: ${title}`;
    setTitle({ place: hasFailed ? `Error: ${place}` : place });
    return () => setTitle({ place: '' });
  }, [step, title, hasFailed]);
  useImperativeHandle(ref, () => ({ show: steps.show, submit, fill: steps.fill }));
  return (
    <Form form={handle.form} validate={handle.validate} onSubmit={noSubmit} subscription={NOTHING}>
      {() => (
        <Box
          ref={handle.element}
          data-step={step}
          noValidate
          onSubmit={(event) => event.preventDefault()}
          onKeyDown={(event) => isNext(event) && !steps.checking && step < LAST_STEP && turn.next()}
        >
          <StepIndicator
            step={step}
            completed={reading ? ALL_STEPS : (draft?.completedSteps ?? NO_STEPS)}
            onOpen={turn.open}
          />
          <h2 tabIndex={-1}>{title}</h2>
          {step === 1 && <PrivacyLine />}
          <ErrorSummary
            failed={steps.failed}
            missing={step === LAST_STEP ? missing : NONE_MISSING}
            onFocus={steps.focus}
            onMended={steps.mended}
          />
          {step === 1 && before}
          <ReadOnly when={reading !== undefined}>
            <ReadOnly when={locked}>
              <LongListsLater value={moved}>
                <StepFields key={stepId} context={context} stepId={stepId} />
              </LongListsLater>
            </ReadOnly>
            {step === studentForm.steps.length && <Documents later={moved}>{documents}</Documents>}
          </ReadOnly>
          <StepButtons
            first={step === 1}
            last={step === studentForm.steps.length}
            checking={steps.checking}
            submitting={submitting}
            allowed={reading === undefined}
            onPrevious={turn.previous}
            onNext={turn.next}
            onSubmit={submit}
          />
        </Box>
      )}
    </Form>
  );
}

const LAST_STEP = studentForm.steps.length;

/**
 * Enter in a text field acts as 'Next'. 'Next' is not a submit button, because before the scripts are loaded, Enter
 * would put the answers into the address.
 */
function isNext(event: KeyboardEvent): boolean {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  // In an input method, Enter ends the composition.
  const { key, target, nativeEvent } = event;
  return key === 'Enter' && isPlain && !nativeEvent.isComposing && isAnswerControl(target) && isTextControl(target);
}

/**
 * The slots are two thirds of the last step. On a change of step, React renders them after its questions, at low
 * priority (docs/decisions/0014-fast-forms.md).
 */
function Documents({ later, children }: { readonly later: boolean; readonly children: ReactNode }) {
  const here = useDeferredValue(true, !later);
  return here && children;
}

const NO_STEPS: readonly number[] = [];
const NONE_MISSING: readonly MissingDocument[] = [];
const ALL_STEPS = studentForm.steps.map((_, index) => index + 1);

/** Forward and back for a reader. Nothing is validated, and no step becomes completed. */
const readerSteps = ({ step, onOpen }: ReaderStep) => ({
  open: onOpen,
  next: () => onOpen(step + 1),
  previous: () => onOpen(step - 1),
});

/** Whether the step has changed since the form appeared. */
function useMoved(step: number): boolean {
  const [first] = useState(step);
  const [moved, setMoved] = useState(false);
  const isMoved = moved || step !== first;
  if (isMoved && !moved) setMoved(true);
  return isMoved;
}

const NOTHING = {};
/** React Final Form requires this; the page does the submitting, after the review. */
const noSubmit = () => undefined;
