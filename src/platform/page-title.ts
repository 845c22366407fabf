/** What the tab and a screen reader name the page: the view, and before it the place within it, such as a step. */
const parts = { place: '', view: '' };

/** Changes a part of the title. Nothing else writes `document.title`. */
export function setTitle(changed: Partial<typeof parts>): void {
  Object.assign(parts, changed);
  document.title = [parts.place, parts.view].filter(Boolean).join(' - ');
}
