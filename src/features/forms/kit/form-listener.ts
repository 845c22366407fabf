import { beforeSaving } from '#features/drafts/save-draft.ts';
import { keepKeysFromReact } from './keep-keys.ts';
import { type Answer, controlNames, isAnswer, readControl, replaceText } from './read-control.ts';
import { REWRITTEN } from './rewrite-control.ts';

/** How long a person must pause before what they typed is told. */
const PAUSE_MS = 300;
/** Somebody who types without a pause is listened to this often all the same. */
const LONGEST_MS = 2000;
const LEAVING = ['pagehide', 'popstate', 'beforeunload'] as const;

export interface FormListener {
  /** Tells at once what has been typed since the last telling. */
  tell(): void;
  /** Tells whatever the controls hold, for what was typed before anybody listened. */
  tellAll(): void;
  stop(): void;
}

interface Hooks {
  /** What a text control is to hold once it has been left, given what it holds. */
  tidied(name: string, text: string): string;
  /** The first key since the last telling. */
  onTyping(): void;
  onAnswers(answers: Readonly<Record<string, Answer>>): void;
  /** A choice was made in a control that has no typing: a select, a radio, a checkbox, a date. */
  onChosen(name: string): void;
  /** The focus left a field, and no button is being pressed: messages may come and go, and move things. */
  onLeft(name: string): void;
}

/**
 * The one listener of a form: it hears the browser's own events and tells what changed on a pause, on leaving a field
 * and on leaving the page, so that a key press costs a timer and nothing else.
 */
export function listenToForm(form: HTMLFormElement, hooks: Hooks): FormListener {
  const waiting = new Set<string>();
  const stopping = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;

  const tell = (names: Iterable<string> = waiting) => {
    clearTimeout(timer);
    const answers: Record<string, Answer> = {};
    for (const name of names) {
      const answer = readControl(form, name);
      if (answer !== undefined) answers[name] = answer;
    }
    waiting.clear();
    if (Object.keys(answers).length > 0) hooks.onAnswers(answers);
  };
  const tellWaiting = () => {
    if (waiting.size > 0) tell();
  };
  const typed = ({ target }: Event) => {
    if (!isAnswer(target)) return;
    if (waiting.size === 0) {
      since = Date.now();
      hooks.onTyping();
    }
    waiting.add(target.name);
    if (Date.now() - since > LONGEST_MS) return;
    clearTimeout(timer);
    timer = setTimeout(tellWaiting, PAUSE_MS);
  };
  const afterPress = trackPress(stopping.signal);
  /** Never on a pause in typing: the caret and the input method are at work there. */
  const tidy = (control: HTMLInputElement) => {
    const text = hooks.tidied(control.name, control.value);
    if (text === control.value) return;
    replaceText(control, text, (start) => hooks.tidied(control.name, start));
    waiting.add(control.name);
  };
  const chosen = ({ target }: Event) => {
    if (!isAnswer(target)) return;
    waiting.add(target.name);
    // Of a text the browser tells when it is left, which a press may have begun, on Enter, and when it fills it in itself.
    if (isText(target)) {
      tidy(target);
      return afterPress(tellWaiting);
    }
    tell();
    hooks.onChosen(target.name);
  };
  const left = ({ target, relatedTarget }: FocusEvent) => {
    if (!isAnswer(target) || (isAnswer(relatedTarget) && relatedTarget.name === target.name)) return;
    if (isText(target)) tidy(target);
    afterPress(() => {
      tellWaiting();
      hooks.onLeft(target.name);
    });
  };

  const rewritten = ({ target }: Event) => {
    if (!isAnswer(target)) return;
    waiting.add(target.name);
    tell();
    hooks.onLeft(target.name);
  };

  const { signal } = stopping;
  keepKeysFromReact(form, typed, signal);
  form.addEventListener('input', typed, { signal });
  form.addEventListener('change', chosen, { signal });
  form.addEventListener('focusout', left, { signal });
  form.addEventListener(REWRITTEN, rewritten, { signal });
  document.addEventListener('visibilitychange', tellWaiting, { signal, capture: true });
  for (const event of LEAVING) window.addEventListener(event, tellWaiting, { signal, capture: true });
  const endTakingIn = beforeSaving(tellWaiting);
  return {
    tell: tellWaiting,
    tellAll: () => tell(controlNames(form)),
    stop() {
      tellWaiting();
      endTakingIn();
      stopping.abort();
    },
  };
}

const isText = (control: HTMLInputElement | HTMLSelectElement): control is HTMLInputElement =>
  control instanceof HTMLInputElement && control.type === 'text';

/**
 * Runs something now, or after the press that is under way: a message that comes or goes between pressing and releasing
 * moves what is pressed away from under the finger, and the click is lost.
 */
function trackPress(signal: AbortSignal): (run: () => void) => void {
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
  for (const event of ['pointerup', 'pointercancel'] as const) {
    window.addEventListener(event, release, { signal, capture: true });
  }
  return (run) => (pressed ? queue.push(run) : run());
}
