import { isAnswer } from './read-control.ts';

/** What the browser tells of one key that types. React listens at its root for all of it, once on the way down and once up. */
const TOLD_OF_A_KEY = ['keydown', 'keypress', 'beforeinput', 'textInput', 'input', 'selectionchange', 'keyup'] as const;
const TYPED_INTO = new Set(['text', 'email', 'tel', 'url', 'number', 'search', 'password']);

/**
 * Keeps keys that type into the text controls of `form` from React, which has nothing to do there: the controls are
 * uncontrolled, and hearing every key cost more than the key itself (tests/bench/page.bench.ts). Keys that do
 * something else, Enter and Escape, Tab and shortcuts, go their usual way.
 *
 * @param typed hears the `input` events in React's place
 * @param signal ends it
 */
export function keepKeysFromReact(form: HTMLFormElement, typed: (event: Event) => void, signal: AbortSignal): void {
  const keep = (event: Event) => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || target.form !== form || !TYPED_INTO.has(target.type)) return;
    // The search box of a widget has no name, and is React's business.
    if (!isAnswer(target)) return;
    if (event instanceof KeyboardEvent && !types(event)) return;
    event.stopPropagation();
    if (event.type === 'input') typed(event);
  };
  for (const name of TOLD_OF_A_KEY) window.addEventListener(name, keep, { signal, capture: true });
}

/** Whether a key puts a character into a field; the names of all other keys are longer than one character. */
const types = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;
