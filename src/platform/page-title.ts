/** What the tab and a screen reader name the page: the view, before it the place within it, such as a step, and after it the college. */
const parts = { place: '', view: '', college: '' };

/** Changes a part of the title. Nothing else writes `document.title`. */
export function setTitle(changed: Partial<typeof parts>): void {
  Object.assign(parts, changed);
  document.title = [parts.place, parts.view, parts.college].filter(Boolean).join(' - ');
}
