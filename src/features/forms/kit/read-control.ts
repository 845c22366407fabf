export type Answer = string | boolean;

/** The names of the form's own controls: no files, nothing without a name. */
export function controlNames(form: HTMLFormElement): readonly string[] {
  const names = [...form.elements].filter(isAnswer).map((control) => control.getAttribute('name') ?? '');
  return [...new Set(names)].filter(Boolean);
}

/** Whether an element holds an answer. Files are documents, and the search boxes of a widget have no name. */
export function isAnswer(element: EventTarget | null): element is HTMLInputElement | HTMLSelectElement {
  if (element instanceof HTMLSelectElement) return element.name !== '';
  return element instanceof HTMLInputElement && element.type !== 'file' && element.name !== '';
}

/** What a control holds; undefined when the form has none of that name. A group of radios without a choice is ''. */
export function readControl(form: HTMLFormElement, name: string): Answer | undefined {
  const control = form.elements.namedItem(name);
  if (control instanceof HTMLInputElement && control.type === 'checkbox') return control.checked;
  if (control instanceof HTMLInputElement && control.type === 'radio') return control.checked ? control.value : '';
  if (control instanceof RadioNodeList) return control.value;
  return isAnswer(control) ? control.value : undefined;
}

/** Makes a control show an answer that did not come from it; says so to nobody. */
export function showAnswer(form: HTMLFormElement, name: string, answer: Answer): void {
  const control = form.elements.namedItem(name);
  if (control instanceof HTMLInputElement && control.type === 'checkbox') control.checked = answer === true;
  else if (control instanceof RadioNodeList || isAnswer(control)) control.value = String(answer);
}

/**
 * Puts another writing of its text into a text control, the caret where it was in the text.
 *
 * @param rewrite gives the new writing of the text before the caret
 */
export function replaceText(control: HTMLInputElement, text: string, rewrite: (before: string) => string): void {
  const focused = control.ownerDocument.activeElement === control;
  const [start, end] = [control.selectionStart, control.selectionEnd].map(
    (position) => rewrite(control.value.slice(0, position ?? 0)).length,
  );
  control.value = text;
  // A control without the focus would take it, in Safari.
  if (focused) control.setSelectionRange(start ?? null, end ?? null);
}

/** Puts the focus on a field: its control, the first of a group, or whatever stands in its place. */
export function focusField(form: HTMLFormElement, name: string, fallbackId: string): void {
  const control = form.elements.namedItem(name);
  const first = control instanceof RadioNodeList ? control[0] : control;
  const visible = first instanceof HTMLElement && !(first instanceof HTMLInputElement && first.type === 'hidden');
  const target = visible ? first : document.getElementById(fallbackId);
  target?.scrollIntoView({ block: 'center' });
  target?.focus({ preventScroll: true });
}
