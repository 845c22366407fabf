import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import type { FormContext, Variant } from '#domain/form/form.ts';
import { tidyAnswer } from '#domain/form/tidy-answer.ts';
import { studentForm } from '#domain/student/form.ts';
import type { DraftAnswers } from '#features/drafts/draft.ts';
import { answersChanged, typingStarted } from '#features/drafts/draft-events.ts';
import { useOnNewDay } from '#platform/today.ts';
import { type FormListener, listenToForm } from '../kit/form-listener.ts';
import { type Answer, showAnswer } from '../kit/read-control.ts';
import { type AnswersForm, createAnswersForm, judgeAgain, judgeField, takeAnswers } from './answers-form.ts';

interface Filling {
  readonly variant: Variant;
  readonly stepId: string;
  readonly context: FormContext;
  readonly answers: DraftAnswers;
  /** Undefined while the blank step 1 is no draft yet. */
  readonly draftId: string | undefined;
}

export interface FilledForm {
  readonly form: AnswersForm;
  readonly element: RefObject<HTMLFormElement | null>;
  /** Takes in at once what was typed since the last pause. */
  readonly tell: () => void;
}

/**
 * Joins the three owners: the browser's controls, React Final Form's answers and the store's draft. Controls tell the
 * form, the form tells the store; nothing flows back but what a choice clears.
 */
export function useAnswersForm({ variant, stepId, context, answers, draftId }: Filling): FilledForm {
  const store = useStore();
  const element = useRef<HTMLFormElement>(null);
  const listener = useRef<FormListener>(undefined);
  const now = useRef({ stepId, context });
  now.current = { stepId, context };
  const draftAnswers = useRef(answers);
  draftAnswers.current = answers;
  const [form] = useState(() =>
    createAnswersForm(answers, { stepId: () => now.current.stepId, context: () => now.current.context }),
  );

  useLayoutEffect(() => {
    const controls = element.current;
    if (controls === null) return;
    const current = listenToForm(controls, {
      tidied: (name, text) => tidyAnswer(studentForm, name, text),
      onTyping: () => store.dispatch(typingStarted()),
      onAnswers(told) {
        const changes = takeAnswers(form, told, variant);
        for (const [name, answer] of Object.entries(changes))
          if (told[name] !== answer) showAnswer(controls, name, answer);
        store.dispatch(answersChanged(changes));
      },
      onChosen: (name) => form.getFieldState(name)?.touched && judgeField(form, name),
      onLeft: (name) => judgeField(form, name),
    });
    listener.current = current;
    return current.stop;
  }, [store, form, variant]);

  useOnNewDay(() => judgeAgain(form));

  // What was typed before the scripts were here, or before there was a draft to keep it in.
  useEffect(() => {
    listener.current?.tellAll();
    const ahead = differences(form.getState().values, draftAnswers.current);
    if (Object.keys(ahead).length === 0) return;
    store.dispatch(draftId === undefined ? typingStarted() : answersChanged(ahead));
  }, [store, form, draftId]);

  return { form, element, tell: () => listener.current?.tell() };
}

/** The answers that differ from those of the draft. */
function differences(values: Readonly<Record<string, unknown>>, answers: DraftAnswers): DraftAnswers {
  const ahead: Record<string, Answer> = {};
  for (const [name, value] of Object.entries(values)) {
    if ((typeof value === 'string' || typeof value === 'boolean') && value !== answers[name]) ahead[name] = value;
  }
  return ahead;
}
