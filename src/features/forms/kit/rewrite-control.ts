/** Says that a control's text was put there by a button of the page, as if it had been typed and left. */
export const REWRITTEN = 'rewritten';

/** Puts another text into a control of a form that is listened to; the form takes it in and judges it at once. */
export function rewriteControl(control: HTMLInputElement, text: string): void {
  control.value = text;
  control.dispatchEvent(new Event(REWRITTEN, { bubbles: true }));
}

/** Calls `notify` when the text of a control was changed and left, or rewritten. Returns what ends it. */
export function hearText(control: HTMLInputElement | undefined, notify: () => void): () => void {
  const ending = new AbortController();
  for (const event of ['change', REWRITTEN]) control?.addEventListener(event, notify, { signal: ending.signal });
  return () => ending.abort();
}
