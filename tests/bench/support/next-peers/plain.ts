/** The simplest form: the browser's constraints, and a message below each control that breaks one. */
const form = document.querySelector('form') as HTMLFormElement;

function messageFor(control: Element): void {
  if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement) || control.checkValidity()) return;
  const id = `${control.name}-error`;
  if (document.getElementById(id) !== null) return;
  const message = Object.assign(document.createElement('p'), { id, textContent: control.dataset.message });
  control.setAttribute('aria-invalid', 'true');
  control.setAttribute('aria-describedby', id);
  control.closest('div')?.append(message);
}

form.querySelector('button')?.addEventListener('click', () => {
  for (const control of form.elements) messageFor(control);
  form.querySelector<HTMLElement>(':is(input, select):invalid')?.focus();
});
document.documentElement.dataset.ready = '';
