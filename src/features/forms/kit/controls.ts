/** What one control can hold: a text, the value of a choice, or whether a box is ticked. */
export type Answer = string | boolean;
type AnswerControl = HTMLInputElement | HTMLSelectElement;

/** Whether an element holds an answer. Files are documents, and the search box of a widget has no name. */
export function isAnswerControl(element: EventTarget | null): element is AnswerControl {
  if (element instanceof HTMLSelectElement) return element.name !== '';
  return element instanceof HTMLInputElement && element.type !== 'file' && element.name !== '';
}

export const isTextControl = (control: AnswerControl): control is HTMLInputElement =>
  control instanceof HTMLInputElement && control.type === 'text';

/** The names of the answers in a form on the page. */
export function controlNames(form: HTMLFormElement): readonly string[] {
  return namesOf([...form.elements].filter(isAnswerControl));
}

/** The names of the answers that can be changed now. */
export function changeableNames(form: HTMLFormElement): readonly string[] {
  return namesOf(
    [...form.elements].filter(isAnswerControl).filter((control) => control.closest('[disabled]') === null),
  );
}

const namesOf = (controls: readonly AnswerControl[]): readonly string[] => [
  ...new Set(controls.map(({ name }) => name)),
];

/** The value of a control; undefined if the form has none with that name. A group of radios without a choice is ''. */
export function readControl(form: HTMLFormElement, name: string): Answer | undefined {
  const control = form.elements.namedItem(name);
  if (control instanceof HTMLInputElement && control.type === 'checkbox') return control.checked;
  if (control instanceof HTMLInputElement && control.type === 'radio') return control.checked ? control.value : '';
  if (control instanceof RadioNodeList) return control.value;
  return isAnswerControl(control) ? control.value : undefined;
}

/** The names of controls with text that the browser cannot read, such as a half typed date. Their value is ''. */
export function unreadableNames(form: HTMLFormElement): readonly string[] {
  return [...form.querySelectorAll<HTMLInputElement>('input[type=date]')]
    .filter(({ validity }) => validity.badInput)
    .map(({ name }) => name);
}

/** Makes a control show an answer from elsewhere. No event is fired. */
export function setControl(form: HTMLFormElement, name: string, answer: Answer): void {
  const control = form.elements.namedItem(name);
  if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = answer === true;
  else if (control instanceof RadioNodeList || isAnswerControl(control)) control.value = String(answer);
}

/**
 * Replaces the text of a control by another spelling of it. The caret stays where it was in the text.
 *
 * @param rewrite returns the new spelling of a text; it is also called with the text before the caret
 * @returns whether the text has changed
 */
export function tidyControl(control: HTMLInputElement, rewrite: (text: string) => string): boolean {
  const text = rewrite(control.value);
  if (text === control.value) return false;
  const focused = control.ownerDocument.activeElement === control;
  const [start, end] = [control.selectionStart, control.selectionEnd].map(
    (position) => rewrite(control.value.slice(0, position ?? 0)).length,
  );
  control.value = text;
  // In Safari, setting the selection would also take the focus.
  if (focused) control.setSelectionRange(start ?? null, end ?? null);
  return true;
}

/** The event of a control whose text was written by a button of the page, as if a person had typed it and left. */
export const REWRITTEN = 'rewritten';

/** Writes another text into a control. Its form stores and validates it at once. */
export function rewriteControl(control: HTMLInputElement, text: string): void {
  control.value = text;
  control.dispatchEvent(new Event(REWRITTEN, { bubbles: true }));
}

/** Moves the focus to a field: its control, the first control of a group, or the element that represents it. */
export function focusField(form: HTMLFormElement, name: string, fallbackId: string): void {
  const control = form.elements.namedItem(name);
  const first = control instanceof RadioNodeList ? control[0] : control;
  const visible = first instanceof HTMLElement && !(first instanceof HTMLInputElement && first.type === 'hidden');
  const target = visible ? first : document.getElementById(fallbackId);
  target?.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
}

/**
 * Prevents browser form restoration, which would put old values into a form with newer answers or another draft. Chromium
 * and WebKit match forms by `action`, so a random one never matches; nothing is sent there. It is called once the scripts
 * have loaded, so that the browser still restores what was typed before, which only the browser has.
 */
export function preventBrowserRestore(form: HTMLFormElement): void {
  form.action = `#${crypto.randomUUID()}`;
}
