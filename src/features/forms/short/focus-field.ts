import { controlId } from '#components/field/field-frame.tsx';
import { focusField } from '../kit/read-control.ts';

/** Puts the focus on a field of the short form, wherever on the page it stands. */
export function focusShortField(name: string): void {
  const control = document.querySelector<HTMLElement>(`form [name="${CSS.escape(name)}"]`);
  const form = control?.closest('form');
  if (form) focusField(form, name, controlId(name));
}
