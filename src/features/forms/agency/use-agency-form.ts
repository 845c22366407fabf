import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { agencyForm } from '#domain/agency/form.ts';
import type { Answers } from '#domain/form/form.ts';
import { tidyAnswer } from '#domain/form/tidy-answer.ts';
import { type FormListener, listenToForm } from '../kit/form-listener.ts';
import { type AgencyAnswersForm, createAgencyAnswers } from './agency-answers.ts';
import { registrationEvents } from './registration-slice.ts';

export interface FilledAgencyForm {
  readonly form: AgencyAnswersForm;
  readonly element: RefObject<HTMLFormElement | null>;
  /** Takes in at once what was typed since the last pause. */
  readonly tell: () => void;
}

/** Joins the browser's controls, React Final Form's answers and the store: each tells the next, nothing flows back. */
export function useAgencyForm(answers: Answers): FilledAgencyForm {
  const dispatch = useDispatch();
  const element = useRef<HTMLFormElement>(null);
  const listener = useRef<FormListener>(undefined);
  const [form] = useState(() => createAgencyAnswers(answers));

  useLayoutEffect(() => {
    if (element.current === null) return;
    const current = listenToForm(element.current, {
      tidied: (name, text) => tidyAnswer(agencyForm, name, text),
      onTyping: () => {},
      onAnswers(told) {
        const { values } = form.getState();
        const changes = Object.entries(told).filter(([name, answer]) => (values[name] ?? '') !== answer);
        if (changes.length === 0) return;
        form.batch(() => {
          for (const [name, answer] of changes) form.change(name, answer);
        });
        const texts = changes.map(([name, answer]) => [name, String(answer)] as const);
        dispatch(registrationEvents.changed(Object.fromEntries(texts)));
      },
      onChosen: (name) => form.getFieldState(name)?.touched && form.blur(name),
      onLeft: (name) => form.blur(name),
    });
    listener.current = current;
    return current.stop;
  }, [dispatch, form]);
  return { form, element, tell: () => listener.current?.tell() };
}
