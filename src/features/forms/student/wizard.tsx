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

/** The step that a reader looks at; it moves for this tab alone. */
export interface ReaderStep {
  /** 1 to 4. */
  readonly step: number;
  readonly onOpen: (step: number) => void;
}

interface WizardProps {
  readonly ref?: Ref<WizardHandle>;
  /** Null while the empty step 1 that was prerendered is no draft yet. */
  readonly draft: Draft | null;
  readonly variant: Variant;
  /** What a draft of this variant starts with. */
  readonly initialAnswers: DraftAnswers;
  readonly context: FormContext;
  /** On the last step, after the questions. */
  readonly documents?: ReactNode;
  /** On the first step, before the questions. */
  readonly before?: Elements;
  readonly submitting?: boolean;
  /** Another tab owns the draft: every step can be looked at, nothing be changed or submitted. */
  readonly reading?: ReaderStep | undefined;
  /** The records have the application: its answers can be read, and submitted again as they are. */
  readonly locked?: boolean;
  /** Required documents that are missing, once the person has asked to submit. */
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
 * Enter in a text field acts as 'Next'. 'Next' is no submit button: before the scripts are here, Enter would put
 * the answers into the address.
 */
function isNext(event: KeyboardEvent): boolean {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
  // Enter also ends what an input method is composing.
  const { key, target, nativeEvent } = event;
  return key === 'Enter' && isPlain && !nativeEvent.isComposing && isAnswerControl(target) && isTextControl(target);
}

/**
 * The slots are two thirds of the last step. On a change of step its questions, which stand above, do not wait for them:
 * React renders the slots next, at low priority (docs/decisions/0014-fast-forms.md).
 */
function Documents({ later, children }: { readonly later: boolean; readonly children: ReactNode }) {
  const here = useDeferredValue(true, !later);
  return here && children;
}

const NO_STEPS: readonly number[] = [];
const NONE_MISSING: readonly MissingDocument[] = [];
const ALL_STEPS = studentForm.steps.map((_, index) => index + 1);

/** Forward and back for a reader: nothing is validated and nothing is marked completed. */
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
/** React Final Form wants one; submitting is a matter of review and stages, which the page brings. */
const noSubmit = () => undefined;
