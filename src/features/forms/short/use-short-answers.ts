import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useDispatch } from 'react-redux';
import { tidyAnswer } from '#domain/form/tidy-answer.ts';
import { shortForm } from '#domain/short/form.ts';
import type { DraftAnswers } from '#features/drafts/draft.ts';
import { answersChanged, typingStarted } from '#features/drafts/draft-events.ts';
import { useOnNewDay } from '#platform/today.ts';
import { type FormListener, listenToForm } from '../kit/form-listener.ts';
import {
  createShortAnswersForm,
  judgeAgain,
  type SendAnswers,
  type ShortAnswersForm,
  takeAnswers,
} from './answers-form.ts';

interface ShortAnswers {
  readonly form: ShortAnswersForm;
  readonly element: RefObject<HTMLFormElement | null>;
  /** Takes in at once what was typed since the last pause. */
  readonly tell: () => void;
}

/** Joins controls, React Final Form and draft: controls tell the form on a pause, the form tells the store. */
export function useShortAnswers(answers: DraftAnswers, send: SendAnswers): ShortAnswers {
  const dispatch = useDispatch();
  const element = useRef<HTMLFormElement>(null);
  const listener = useRef<FormListener>(undefined);
  const sending = useRef(send);
  useEffect(() => {
    sending.current = send;
  });
  const [form] = useState(() => createShortAnswersForm(answers, (values) => sending.current(values)));

  useLayoutEffect(() => {
    if (element.current === null) return;
    const current = listenToForm(element.current, {
      tidied: (name, text) => tidyAnswer(shortForm, name, text),
      onTyping: () => dispatch(typingStarted()),
      onAnswers(told) {
        dispatch(answersChanged(takeAnswers(form, told)));
      },
      onChosen: () => {},
      onLeft: () => {},
    });
    listener.current = current;
    return current.stop;
  }, [dispatch, form]);

  useOnNewDay(() => judgeAgain(form));
  return { form, element, tell: () => listener.current?.tell() };
}
