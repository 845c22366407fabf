import { beforeSaving } from '#features/drafts/save-draft.ts';
import { hideTypingFromReact } from '#platform/typing-past-react.ts';
import {
  type Answer,
  changeableNames,
  isAnswerControl,
  isTextControl,
  REWRITTEN,
  readControl,
  tidyControl,
} from './controls.ts';

/** How long a person must pause before what they typed is taken in. */
const PAUSE_MS = 300;
/** Typing without a pause is stored this often. */
const LONGEST_MS = 2000;
/** `beforeunload` is not among them: a page that listens to it is not kept by Firefox for the way back to it. */
const LEAVING = ['pagehide', 'popstate'] as const;

export interface ControlListener {
  /**
   * Takes in at once what all controls hold: also what was typed before anybody listened, and what a script or a password
   * manager has set without an event. A text that is not known yet and does not have the focus counts as left.
   */
  flush(): void;
  stop(): void;
}

interface Handlers {
  /** What is known of a control: what was taken in last, or stood in it at the beginning. */
  known(name: string): Answer;
  /** What a text control is to hold once it has been left, given what it holds. */
  tidy(name: string, text: string): string;
  /** The first key since the last pause. */
  onTyping(): void;
  onAnswers(answers: Readonly<Record<string, Answer>>): void;
  /** A choice was made in a select, a radio, a checkbox or a date. */
  onChosen(name: string): void;
  /** The focus has left a field, and no button is being pressed: messages may come and go, and move the page. */
  onLeft(name: string): void;
}

/**
 * The adapter between uncontrolled controls and a form's answers (docs/decisions/0014-fast-forms.md): one set of
 * listeners on the form element. Answers are taken in on a pause, on leaving a field and on leaving the page, so that a
 * key press costs a timer and no rendering.
 */
export function listenToControls(form: HTMLFormElement, handlers: Handlers): ControlListener {
  const waiting = new Set<string>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const { afterPress, pressIsOver } = trackPress(signal);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;

  const takeIn = (names: Iterable<string>) => {
    clearTimeout(timer);
    const answers: Record<string, Answer> = {};
    for (const name of names) {
      const answer = readControl(form, name);
      if (answer !== undefined) answers[name] = answer;
    }
    waiting.clear();
    if (Object.keys(answers).length > 0) handlers.onAnswers(answers);
  };
  const takeInWaiting = () => {
    if (waiting.size > 0) takeIn(waiting);
  };
  /** Never on a pause in typing: the caret and the input method are at work there. */
  const tidy = (control: HTMLInputElement) => {
    if (tidyControl(control, (text) => handlers.tidy(control.name, text))) waiting.add(control.name);
  };
  /** What came without an event is found by comparing; a text among it that does not have the focus is tidied, too. */
  const flush = () => {
    const silent = changeableNames(form).filter((name) => !waiting.has(name) && differs(name));
    const texts = [...form.elements].filter(isAnswerControl).filter(isTextControl);
    const left = texts.filter((control) => silent.includes(control.name) && control !== document.activeElement);
    for (const control of left) tidy(control);
    for (const name of silent) waiting.add(name);
    takeInWaiting();
    if (left.length === 0) return;
    afterPress(() => {
      for (const { name } of left) handlers.onLeft(name);
    });
  };
  /** An answer that was never given is as good as an empty one. */
  const differs = (name: string) => (readControl(form, name) || '') !== (handlers.known(name) || '');

  const onInput = ({ target }: Event) => {
    if (!isAnswerControl(target)) return;
    pressIsOver();
    if (waiting.size === 0) {
      since = Date.now();
      handlers.onTyping();
    }
    waiting.add(target.name);
    if (Date.now() - since > LONGEST_MS) return;
    clearTimeout(timer);
    timer = setTimeout(() => afterPress(takeInWaiting), PAUSE_MS);
  };
  const onChange = ({ target }: Event) => {
    if (!isAnswerControl(target)) return;
    waiting.add(target.name);
    // A text changes when it is left, which a press may have begun, on Enter, and when the browser fills it in. A date that
    // was typed changes in WebKit when it is left, too; a choice in any browser when its press is over.
    if (isTextControl(target)) tidy(target);
    afterPress(() => {
      takeInWaiting();
      if (!isTextControl(target)) handlers.onChosen(target.name);
    });
  };
  const onFocusOut = ({ target, relatedTarget }: FocusEvent) => {
    if (!isAnswerControl(target)) return;
    if (isAnswerControl(relatedTarget) && relatedTarget.name === target.name) return;
    if (isTextControl(target)) tidy(target);
    afterPress(() => {
      takeInWaiting();
      handlers.onLeft(target.name);
    });
  };
  const onRewritten = ({ target }: Event) => {
    if (!isAnswerControl(target)) return;
    waiting.add(target.name);
    takeInWaiting();
    handlers.onLeft(target.name);
  };

  hideTypingFromReact(form);
  form.addEventListener('input', onInput, { signal });
  form.addEventListener('change', onChange, { signal });
  form.addEventListener('focusout', onFocusOut, { signal });
  form.addEventListener(REWRITTEN, onRewritten, { signal });
  document.addEventListener('visibilitychange', flush, { signal, capture: true });
  for (const event of LEAVING) window.addEventListener(event, flush, { signal, capture: true });
  const unregister = beforeSaving(flush);
  return {
    flush,
    stop() {
      flush();
      unregister();
      stopping.abort();
    },
  };
}

/**
 * `afterPress` runs something now, or after the press that is under way: a message that comes or goes between pressing and
 * releasing moves what is pressed away from under the finger, and the click is lost.
 *
 * Menus and the lists of selects swallow the release in some browsers: `pressIsOver` says that the person does something
 * else, so that nothing waits for a release that never comes.
 */
function trackPress(signal: AbortSignal) {
  let pressed = false;
  let queue: (() => void)[] = [];
  const release = () => {
    pressed = false;
    const due = queue;
    queue = [];
    // After the click that this release makes.
    setTimeout(() => {
      if (!signal.aborted) for (const run of due) run();
    });
  };
  window.addEventListener('pointerdown', () => (pressed = true), { signal, capture: true });
  for (const event of ['pointerup', 'pointercancel', 'contextmenu'] as const) {
    window.addEventListener(event, release, { signal, capture: true });
  }
  const afterPress = (run: () => void): void => void (pressed ? queue.push(run) : run());
  const pressIsOver = () => {
    if (pressed) release();
  };
  return { afterPress, pressIsOver };
}
