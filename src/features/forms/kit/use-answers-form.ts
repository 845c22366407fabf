import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { followScreenKeyboard } from '#components/screen-keyboard.ts';
import type { Answers, FieldErrors, Form } from '#domain/form/form.ts';
import { NO_DATE, withIncompleteDates } from '#domain/form/validate.ts';
import { tidyAnswer } from '#domain/form/visible.ts';
import { useOnNewDay } from '#platform/today.ts';
import { type AnswerChanges, type AnswersForm, createAnswersForm, takeAnswers, type Validate } from './answers-form.ts';
import { checkStep } from './check-step.ts';
import { type Answer, controlNames, preventBrowserRestore, setControl, unreadableNames } from './controls.ts';
import { type ControlListener, listenToControls } from './listen-to-controls.ts';

interface Options {
  readonly catalogue: Form;
  /** What the draft holds when the form comes to the screen; later ones are not looked at. */
  readonly answers: Answers;
  /** Judges the answers. It may change; what the form goes by is the handle's `validate`. */
  readonly validate: Validate;
  /** When messages show for the first time: as a field is left, or only with the first try to submit. */
  readonly messages: 'on-leaving' | 'on-submitting';
  readonly onTyping?: () => void;
  readonly onChange: (changes: AnswerChanges) => void;
  readonly clearedBy?: (name: string, answers: Answers) => readonly string[];
}

export interface AnswersFormHandle {
  readonly form: AnswersForm;
  /** Validates the answers, and texts in controls that are no answers; pass it to `Form`. */
  readonly validate: Validate;
  /** To be set on the `form` element. */
  readonly element: RefObject<HTMLFormElement | null>;
  /** Takes in at once what the controls hold, however it came there. */
  readonly flush: () => void;
  /** Stores what the controls hold and validates the page; see `checkStep`. */
  readonly check: () => FieldErrors;
}

/**
 * Joins the three owners: the browser's controls, React Final Form's answers and the store's draft. Controls change the
 * form, the form changes the store; nothing flows back but what a choice clears.
 */
export function useAnswersForm(options: Options): AnswersFormHandle {
  const { catalogue, answers, validate: judge, messages, onTyping, onChange, clearedBy } = options;
  const element = useRef<HTMLFormElement>(null);
  const validate = useCallback(
    (given: Answers) => {
      const unreadable = element.current === null ? [] : unreadableNames(element.current);
      return withIncompleteDates(catalogue, judge(given), unreadable);
    },
    [catalogue, judge],
  );
  const listener = useRef<ControlListener>(undefined);
  const [form] = useState(() =>
    createAnswersForm({ catalogue, answers, validate, validateOnChange: messages === 'on-submitting' }),
  );

  /** Setting the function validates. */
  const validateAnew = () => form.setConfig('validate', validate);
  const validateAgain = useEffectEvent(validateAnew);
  const onFirstKey = useEffectEvent(() => onTyping?.());
  const onAnswers = useEffectEvent((controls: HTMLFormElement, given: AnswerChanges) => {
    const changes = takeAnswers(form, given, clearedBy);
    for (const [name, answer] of Object.entries(changes)) {
      if (given[name] !== answer) setControl(controls, name, answer);
    }
    onChange(changes);
  });
  useLayoutEffect(() => {
    const controls = element.current;
    if (controls === null) return;
    preventBrowserRestore(controls);
    const leave = (name: string) => {
      if (messages === 'on-leaving') form.blur(name);
      // No event says that a half typed date was begun or emptied: its answer is '' all along.
      else if (unreadableNames(controls).includes(name) !== (form.getFieldState(name)?.error === NO_DATE))
        validateAgain();
    };
    const current = listenToControls(controls, {
      known: (name) => knownOf(form.getState().values[name]),
      tidy: (name, text) => tidyAnswer(catalogue, name, text),
      onTyping: () => onFirstKey(),
      onAnswers: (given) => onAnswers(controls, given),
      onChosen: (name) => form.getFieldState(name)?.touched && leave(name),
      onLeft: leave,
    });
    const leaving = new AbortController();
    followScreenKeyboard(leaving.signal);
    listener.current = current;
    return () => {
      current.stop();
      leaving.abort();
    };
  }, [form, catalogue, messages]);

  // Another day may bring another outcome without anybody having answered.
  useOnNewDay(validateAnew);

  const flush = () => listener.current?.flush();
  return {
    form,
    validate,
    element,
    flush,
    check() {
      flush();
      // Where validation follows the answers, it has heard nothing of a date that is half typed.
      if (messages === 'on-submitting') validateAnew();
      return element.current === null ? {} : checkStep(form, controlNames(element.current));
    },
  };
}

/** An answer as a control holds it: a score may be a number. */
const knownOf = (answer: unknown): Answer => (typeof answer === 'boolean' ? answer : String(answer ?? ''));
