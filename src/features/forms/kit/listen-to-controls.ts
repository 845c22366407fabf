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

/** The pause in typing after which the text is stored. */
const PAUSE_MS = 300;
/** The longest time without storing while a person types without a pause. */
const LONGEST_MS = 2000;
/** `beforeunload` is not one of them, because Firefox keeps a page that listens to it out of the back/forward cache. */
const LEAVING = ['pagehide', 'popstate'] as const;

export interface ControlListener {
  /**
   * Stores the values of all controls at once, including text from before the scripts, and values that a script or a
   * password manager has set without an event. An unknown text without the focus counts as left.
   */
  flush(): void;
  stop(): void;
}

interface Handlers {
  /** The known values by control: the ones stored last, or the first ones. A score may be a number. */
  known(): Readonly<Record<string, unknown>>;
  /** The text that a control gets when it is left, made from its present text. */
  tidy(name: string, text: string): string;
  /** The first key since the last pause. */
  onTyping(): void;
  onAnswers(answers: Readonly<Record<string, Answer>>): void;
  /** The person made a choice in a select, a radio, a checkbox or a date. */
  onChosen(name: string): void;
  /** The focus has left a field, and no button is being pressed. Messages may now appear and move the page. */
  onLeft(name: string): void;
}

/**
 * Connects uncontrolled controls to a form's answers (docs/decisions/0014-fast-forms.md) by one set of listeners on the
 * form element. Answers are stored at a pause, on leaving a field and on leaving the page. So a key press costs a timer
 * and no rendering.
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
  /** Never at a pause in typing, because the caret and the input method are in use then. */
  const tidy = (control: HTMLInputElement) => {
    if (tidyControl(control, (text) => handlers.tidy(control.name, text))) waiting.add(control.name);
  };
  /**
   * Comparing finds values that came without an event. A text among them that does not have the focus is tidied, too.
   */
  const flush = () => {
    const known = handlers.known();
    const differs = (name: string) => (readControl(form, name) || '') !== controlValueOf(known[name]);
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
    // A text changes when it is left, perhaps by a press, on Enter, and when the browser fills it in. In WebKit, a
    // typed date changes when it is left, too. A choice changes at the end of its press in any browser.
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

/** An answer as the value of its control. One that was never given, or a box without a tick, is ''. */
const controlValueOf = (answer: unknown): Answer => (typeof answer === 'boolean' ? answer || '' : String(answer ?? ''));

/**
 * `afterPress` runs something now, or after the press in progress. A message that appears or disappears during a press
 * moves the button away from the finger, and the click is lost.
 *
 * Menus and the lists of selects swallow the release in some browsers. `pressIsOver` says that the person does
 * something else, so that nothing waits for a release that never comes.
 */
function trackPress(signal: AbortSignal) {
  let pressed = false;
  let queue: (() => void)[] = [];
  const release = () => {
    pressed = false;
    const due = queue;
    queue = [];
    // After the click of this release.
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
