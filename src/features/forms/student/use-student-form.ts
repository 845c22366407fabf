import { useCallback, useEffect, useEffectEvent, useRef } from 'react';
import { useDispatch, useStore } from 'react-redux';
import type { Answers, FormContext, Variant } from '#domain/form/form.ts';
import { validateStep } from '#domain/form/validate.ts';
import { answersToClear, studentForm } from '#domain/student/form.ts';
import { type AgentsRoot, agentAnswers } from '#features/agents/agent-answers.ts';
import type { DraftAnswers } from '#features/drafts/draft.ts';
import { answersChanged, stepCompleted, typingStarted } from '#features/drafts/draft-events.ts';
import type { AnswerChanges } from '../kit/answers-form.ts';
import { markUntouched } from '../kit/check-step.ts';
import type { Answer } from '../kit/controls.ts';
import { type AnswersFormHandle, useAnswersForm } from '../kit/use-answers-form.ts';

const LAST = studentForm.steps.at(-1);

interface Filling {
  readonly variant: Variant;
  /** The step on the screen. Only its fields are validated. */
  readonly stepId: string;
  readonly context: FormContext;
  readonly answers: DraftAnswers;
  /** Undefined while there is no draft for the blank step 1. */
  readonly draftId: string | undefined;
}

/**
 * The student application's form: the answers of its draft, the questions of its step, and the changes that it stores.
 */
export function useStudentForm({ variant, stepId, context, answers, draftId }: Filling): AnswersFormHandle {
  const dispatch = useDispatch();
  const store = useStore<AgentsRoot>();
  const validate = useCallback(
    (given: Answers) => validateStep(studentForm, stepId, given, context),
    [stepId, context],
  );
  const handle = useAnswersForm({
    catalogue: studentForm,
    answers,
    validate,
    messages: 'on-leaving',
    onTyping: () => dispatch(typingStarted()),
    onChange: (changes) => {
      const filled = variant === 'agent' ? agentAnswers(changes.selectedAgent, store.getState()) : {};
      dispatch(answersChanged({ ...changes, ...filled }));
      for (const [name, answer] of Object.entries(filled)) handle.form.change(name, answer);
      completeLastStep({ ...answersNow(), ...changes });
    },
    clearedBy: (name, given) => answersToClear(name, given, variant),
  });
  const { form, flush } = handle;
  const answersNow = () => form.getState().values;
  /**
   * 'Next' marks the other steps. The last step is complete as soon as its answers are valid, even before submitting.
   */
  const completeLastStep = (given: Answers) => {
    if (stepId === LAST?.id && Object.keys(validateStep(studentForm, stepId, given, context)).length === 0)
      dispatch(stepCompleted(studentForm.steps.length));
  };

  // A step comes to the page without messages, also if it is opened again.
  const shown = useRef(stepId);
  useEffect(() => {
    if (shown.current === stepId) return;
    markUntouched(form, namesIn(shown.current));
    shown.current = stepId;
  }, [form, stepId]);

  /** Stores text that was typed before the scripts were loaded, or before there was a draft. */
  const catchUp = useEffectEvent((id: string | undefined) => {
    flush();
    const ahead = differences(form.getState().values, answers);
    if (Object.keys(ahead).length === 0) return;
    dispatch(id === undefined ? typingStarted() : answersChanged(ahead));
  });
  useEffect(() => catchUp(draftId), [draftId]);

  return handle;
}

const namesIn = (stepId: string): readonly string[] =>
  studentForm.fields.filter(({ step }) => step === stepId).map(({ name }) => name);

/** The answers that differ from the draft. */
function differences(values: Answers, answers: DraftAnswers): AnswerChanges {
  const ahead: Record<string, Answer> = {};
  for (const [name, value] of Object.entries(values)) {
    if ((typeof value === 'string' || typeof value === 'boolean') && value !== answers[name]) ahead[name] = value;
  }
  return ahead;
}
