/** The events of one key that types. React listens to all of them at its root, on the way down and on the way up. */
const KEY_EVENTS: ReadonlySet<string> = new Set(
  'keydown keypress beforeinput textInput input selectionchange keyup'.split(' '),
);

/** The forms in which React needs nothing of what is typed. */
const forms = new WeakSet<HTMLFormElement>();

/** From now on React does not receive the keys typed into the named text controls of a form. */
export const hideTypingFromReact = (form: HTMLFormElement): void => void forms.add(form);

/**
 * Starts React so that it does not receive the keys typed into forms given to `hideTypingFromReact`. All other
 * listeners do. A key costs 6 times as much as in plain HTML with React listening, and 1.2 to 1.8 times without (`npm
 * run bench page`; the budget is 2.2). Other keys, such as Enter, Escape, Tab and shortcuts, reach React as usual.
 *
 * @param start calls `hydrateRoot` or `createRoot`, which add React's listeners to `container` and its document
 */
export function startPastTyping(container: HTMLElement, start: () => void): void {
  const targets: readonly EventTarget[] = [container, container.ownerDocument];
  for (const target of targets) target.addEventListener = addUnlessTyping;
  try {
    start();
  } finally {
    // Restores the prototype's method.
    for (const target of targets) Reflect.deleteProperty(target, 'addEventListener');
  }
}

function addUnlessTyping(
  this: EventTarget,
  type: string,
  listener: EventListenerOrEventListenerObject | null,
  options?: boolean | AddEventListenerOptions,
): void {
  const hear =
    typeof listener === 'function' && KEY_EVENTS.has(type)
      ? (event: Event) => {
          if (!isTyping(event)) listener(event);
        }
      : listener;
  EventTarget.prototype.addEventListener.call(this, type, hear, options);
}

function isTyping(event: Event): boolean {
  const { target } = event;
  // The search box of a widget has no name. React needs its keys.
  if (!(target instanceof HTMLInputElement) || target.type !== 'text' || target.name === '') return false;
  if (target.form === null || !forms.has(target.form)) return false;
  return !(event instanceof KeyboardEvent) || isCharacter(event);
}

/** Whether a key types a character. The names of all other keys are longer than one character. */
const isCharacter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;
