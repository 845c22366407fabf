/**
 * The title of the tab, which screen readers also read: the place in the view, such as a step, then the view, then the
 * college.
 */
const parts = { place: '', view: '', college: '' };

/** Changes a part of the title. Nothing else writes `document.title`. */
export function setTitle(changed: Partial<typeof parts>): void {
  Object.assign(parts, changed);
  document.title = [parts.place, parts.view, parts.college].filter(Boolean).join(' - ');
}
