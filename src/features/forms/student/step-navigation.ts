import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { controlId } from '#components/field/field-frame.tsx';
import { toast } from '#components/toasts.tsx';
import type { Answers, FieldErrors, FormContext } from '#domain/form/form.ts';
import { validateStep } from '#domain/form/validate.ts';
import { visibleFields } from '#domain/form/visible.ts';
import { studentForm } from '#domain/student/form.ts';
import { answersChanged, stepCompleted, stepOpened } from '#features/drafts/draft-events.ts';
import { addDraftListener, type DraftDispatch, type DraftThunk } from '#features/drafts/draft-services.ts';
import { selectDraft } from '#features/drafts/drafts-slice.ts';
import { withoutWords } from '#platform/report-failure.ts';
import { nextPaint } from '#platform/scheduling.ts';
import { type AnswerChanges, takeAnswers } from '../kit/answers-form.ts';
import { checkStep, failedStepToast } from '../kit/check-step.ts';
import { focusField, setControl } from '../kit/controls.ts';
import type { AnswersFormHandle } from '../kit/use-answers-form.ts';
import { focusSummary } from './error-summary.tsx';

/** One toast for the errors of a step. The next attempt replaces it, and the next step removes it. */
const TOAST = { id: 'step' };
/** The toast after a fault of the validation itself (R4.22). */
const VALIDATION_FAILED = 'An error occurred while validating the form. Please try again.';
const NO_ERRORS: FieldErrors = {};

/** How review and submission return to the form. */
export interface WizardHandle {
  /** Opens a step at its top, or the step of a field with the focus on the field. */
  show(place: { readonly field: string } | { readonly stepId: string }): void;
  /** Asks for the review, as the submit button does. If a step is invalid, opens the first one and says why. */
  submit(): void;
  /** Stores answers of any step as if they had been typed. */
  fill(changes: AnswerChanges): void;
}

interface Stepping {
  readonly handle: AnswersFormHandle;
  /** 1 to 4. */
  readonly step: number;
  readonly context: FormContext;
  readonly onSubmit: (answers: Answers) => void;
  /** The number of missing required documents, once the person has asked to submit. */
  readonly missing: number;
}

/**
 * Moves between steps: forward only if the step on the screen is valid, back freely (R2.14). An invalid step has a
 * toast, a list of links, and messages beside its fields. Its first invalid field gets the focus, or the list if there
 * are more than three.
 */
export function useStepNavigation({ handle, step, context, onSubmit, missing }: Stepping) {
  const { form, element, flush, check } = handle;
  const dispatch = useDispatch<DraftDispatch>();
  const [checking, setChecking] = useState(false);
  const [failed, setFailed] = useState({ step, errors: NO_ERRORS });
  useStepInView(element, step, failed, missing);

  const fail = (at: number, errors: FieldErrors) => {
    setFailed({ step: at, errors });
    const words = failedStepToast(studentForm, at, errors);
    // The messages first, then the toast that sums them up. At its usual place on a phone, the toast would cover the
    // end of the list.
    const position = Object.keys(errors).length + missing > FEW ? 'top-center' : 'bottom-center';
    void nextPaint().then(() => toast.error(words, { ...TOAST, position }));
  };

  /** Validates the step on the screen, and calls `then` if it is valid. */
  const leave = async (then: () => void) => {
    setChecking(true);
    // A person sees 'Validating...' only if a frame is painted before the result is there.
    await nextPaint();
    // Another draft is on the screen now, which this does not concern.
    if (element.current === null) return;
    try {
      const errors = check();
      if (Object.keys(errors).length > 0) return fail(step, errors);
      await dispatch(whenDraftIsThere());
      if (element.current === null) return;
      setFailed({ step, errors: NO_ERRORS });
      toast.dismiss(TOAST.id);
      dispatch(stepCompleted(step));
      then();
    } catch (failure) {
      // No answer makes a validator throw, so this is a fault of the program.
      reportError(withoutWords(failure, 'validating'));
      toast.error(VALIDATION_FAILED, TOAST);
    } finally {
      setChecking(false);
    }
  };

  const goTo = (target: number) => {
    flush();
    dispatch(stepOpened(target));
  };

  /** The last step is valid; an earlier one may have become invalid. */
  const finish = () => {
    const { values } = form.getState();
    const errors = studentForm.steps.map(({ id }) => validateStep(studentForm, id, values, context));
    const index = errors.findIndex(hasErrors);
    const broken = errors[index];
    if (broken === undefined) return onSubmit(values);
    goTo(index + 1);
    // The messages show as soon as the form validates that step.
    checkStep(form, Object.keys(broken));
    fail(index + 1, broken);
  };

  const mended = useCallback(() => toast.dismiss(TOAST.id), []);
  const fill: WizardHandle['fill'] = (changes) => {
    flush();
    takeAnswers(form, changes);
    for (const [name, answer] of Object.entries(changes))
      if (element.current) setControl(element.current, name, answer);
    dispatch(answersChanged(changes));
  };
  const focus = useStable((name: string) => {
    if (element.current) focusField(element.current, name, controlId(name));
  });
  const open = useStable((target: number) => (target > step ? void leave(() => goTo(target)) : goTo(target)));
  const show: WizardHandle['show'] = (place) => {
    const { values } = form.getState();
    const fields = visibleFields(studentForm, values, context);
    const stepId = 'stepId' in place ? place.stepId : fields.find(({ name }) => name === place.field)?.step;
    const index = studentForm.steps.findIndex(({ id }) => id === stepId);
    if (index < 0) return;
    goTo(index + 1);
    if ('field' in place) void nextPaint().then(() => focus(place.field));
  };

  return {
    checking,
    failed: failed.step === step ? failed.errors : NO_ERRORS,
    next: () => void leave(() => goTo(step + 1)),
    previous: () => goTo(step - 1),
    open,
    submit: () => void leave(finish),
    focus,
    mended,
    show,
    fill,
  };
}

/** Resolves once there is a draft: at once, unless a slow disk delays the draft of the blank step 1. */
const whenDraftIsThere = (): DraftThunk<Promise<void>> => async (dispatch, getState) => {
  if (selectDraft(getState()) !== null) return;
  await new Promise<void>((resolve) => {
    dispatch(
      addDraftListener({
        predicate: (_action, state) => selectDraft(state) !== null,
        effect(_action, { unsubscribe }) {
          unsubscribe();
          resolve();
        },
      }),
    );
  });
  // A task later, so that a form that another draft replaced is gone.
  await new Promise((resolve) => setTimeout(resolve));
};

const hasErrors = (errors: FieldErrors): boolean => Object.keys(errors).length > 0;

/** The same function at all renders, so that a component that calls it on an event is not rendered again. */
function useStable<Argument>(run: (argument: Argument) => void): (argument: Argument) => void {
  const latest = useRef(run);
  useLayoutEffect(() => {
    latest.current = run;
  });
  return useCallback((argument) => latest.current(argument), []);
}

/** Up to three messages, the first one gets the focus. More need the list. */
const FEW = 3;

/**
 * A new step starts at its top, with the focus on its title. After a failed attempt, the focus is on the first invalid
 * field, or on the summary.
 */
function useStepInView(
  element: RefObject<HTMLFormElement | null>,
  step: number,
  failed: { readonly step: number; readonly errors: FieldErrors },
  missing: number,
): void {
  const shown = useRef(step);
  useLayoutEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    window.scrollTo(0, 0);
    element.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  }, [element, step]);
  const focusFault = useEffectEvent((names: readonly string[]) => {
    const [first] = names;
    if (element.current === null || first === undefined) return;
    if (names.length + missing > FEW) focusSummary(element.current);
    else focusField(element.current, first, controlId(first));
  });
  useLayoutEffect(() => {
    if (failed.step === step) focusFault(Object.keys(failed.errors));
  }, [step, failed]);
}
