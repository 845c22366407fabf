import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { followScreenKeyboard } from '#components/screen-keyboard.ts';
import type { Answers, FieldErrors, Form } from '#domain/form/form.ts';
import { NO_DATE, withIncompleteDates } from '#domain/form/validate.ts';
import { tidyAnswer } from '#domain/form/visible.ts';
import { useOnNewDay } from '#platform/today.ts';
import { type AnswerChanges, type AnswersForm, createAnswersForm, takeAnswers, type Validate } from './answers-form.ts';
import { checkStep } from './check-step.ts';
import { controlNames, preventBrowserRestore, setControl, unreadableNames } from './controls.ts';
import { type ControlListener, listenToControls } from './listen-to-controls.ts';

interface Options {
  readonly catalogue: Form;
  /** The answers of the draft when the form comes to the screen. Later ones are ignored. */
  readonly answers: Answers;
  /** Validates the answers. It may change; the form uses the handle's `validate`. */
  readonly validate: Validate;
  /** When messages show for the first time: when a field is left, or only at the first attempt to submit. */
  readonly messages: 'on-leaving' | 'on-submitting';
  readonly onTyping?: () => void;
  readonly onChange: (changes: AnswerChanges) => void;
  readonly clearedBy?: (name: string, answers: Answers) => readonly string[];
}

export interface AnswersFormHandle {
  readonly form: AnswersForm;
  /** Validates the answers, and unreadable text in controls. Pass it to `Form`. */
  readonly validate: Validate;
  /** The `ref` of the `form` element. */
  readonly element: RefObject<HTMLFormElement | null>;
  /** Stores the values of the controls at once, wherever they came from. */
  readonly flush: () => void;
  /** Stores the values of the controls and validates the page; see `checkStep`. */
  readonly check: () => FieldErrors;
}

/**
 * Connects the three owners: the browser's controls, React Final Form's answers and the store's draft. Controls change
 * the form, and the form changes the store. Only answers that a choice clears flow back.
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
      // No event says that a half typed date was begun or emptied: its answer is '' the whole time.
      else if (unreadableNames(controls).includes(name) !== (form.getFieldState(name)?.error === NO_DATE))
        validateAgain();
    };
    const current = listenToControls(controls, {
      known: () => form.getState().values,
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

  // The result may differ on another day without a new answer.
  useOnNewDay(validateAnew);

  const flush = () => listener.current?.flush();
  return {
    form,
    validate,
    element,
    flush,
    check() {
      flush();
      // If validation follows the answers, it has not seen a half typed date.
      if (messages === 'on-submitting') validateAnew();
      return element.current === null ? {} : checkStep(form, controlNames(element.current));
    },
  };
}
