/** The events of one key that types. React listens to all of them at its root, on the way down and on the way up. */
const KEY_EVENTS: ReadonlySet<string> = new Set(
  'keydown keypress beforeinput textInput input selectionchange keyup'.split(' '),
);

/** The forms in which React has no use for what is typed. */
const forms = new WeakSet<HTMLFormElement>();

/** From now on React does not hear the keys that type into the named text controls of a form. */
export const hideTypingFromReact = (form: HTMLFormElement): void => void forms.add(form);

/**
 * Starts React so that it does not hear the keys that type into forms given to `hideTypingFromReact`; everybody else
 * does. With React listening a key costs 6 times as much as in plain HTML, without it 1.2 to 1.8 (`npm run bench page`;
 * the budget is 2.2). Keys that do something else, Enter and Escape, Tab and shortcuts, reach React as usual.
 *
 * @param start calls `hydrateRoot` or `createRoot`, which add React's listeners to `container` and its document
 */
export function startPastTyping(container: HTMLElement, start: () => void): void {
  const targets: readonly EventTarget[] = [container, container.ownerDocument];
  for (const target of targets) target.addEventListener = addUnlessTyping;
  try {
    start();
  } finally {
    // The prototype's method is there again.
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
  // The search box of a widget has no name, and is React's business.
  if (!(target instanceof HTMLInputElement) || target.type !== 'text' || target.name === '') return false;
  if (target.form === null || !forms.has(target.form)) return false;
  return !(event instanceof KeyboardEvent) || isCharacter(event);
}

/** Whether a key puts a character into a field; the names of all other keys are longer than one character. */
const isCharacter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;
