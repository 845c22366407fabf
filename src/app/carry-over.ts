/** Controls of the prerendered document that a person can fill in or press. */
const USABLE = '[name], button, a[href]';
type Usable = HTMLElement & { readonly name?: string; readonly type?: string };

/**
 * Remembers the controls of the prerendered document before React adopts it. If a translator, an extension or a proxy
 * has changed the document, React cannot adopt it and renders the page again. The old controls are then no longer in
 * the document, but still hold what the person has typed.
 *
 * @returns gives the new controls what the old ones hold, with the focus and the last press. To be called when React has
 *   rendered, before its effects read the controls. Returns whether the page was rendered again. If React has adopted
 *   the document, it does nothing.
 */
export function rememberControls(container: HTMLElement): () => boolean {
  const before = indexed(container);
  let focused = document.activeElement;
  const follow = ({ target }: FocusEvent) => {
    if (target instanceof Element) focused = target;
  };
  document.addEventListener('focusin', follow, true);
  return () => {
    document.removeEventListener('focusin', follow, true);
    const after = indexed(container);
    let isAnew = false;
    for (const [key, old] of before) {
      const next = after.get(key);
      if (next === undefined || next === old) continue;
      isAnew = true;
      copyAnswer(old, next);
      if (old.dataset.pressed !== undefined) next.dataset.pressed = '';
      if (old === focused) moveFocus(old, next);
    }
    return isAnew;
  };
}

/** Each control with the features that identify it in another rendering of the same view. */
function indexed(container: HTMLElement): ReadonlyMap<string, Usable> {
  const controls = new Map<string, Usable>();
  const counts = new Map<string, number>();
  for (const control of container.querySelectorAll<Usable>(USABLE)) {
    // A foreign button has other classes, so it does not change the order of our buttons.
    const kind = control.name ? `${control.name} ${choiceOf(control)}` : `${control.localName} ${control.className}`;
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    controls.set(`${kind} ${count}`, control);
  }
  return controls;
}

/** Radios of one question share their name. */
const choiceOf = (control: Usable): string =>
  control instanceof HTMLInputElement && control.type === 'radio' ? control.value : '';

function copyAnswer(old: Usable, next: Usable): void {
  if (old instanceof HTMLInputElement && next instanceof HTMLInputElement) {
    next.value = old.value;
    next.checked = old.checked;
  } else if (old instanceof HTMLSelectElement && next instanceof HTMLSelectElement) {
    next.value = old.value;
  }
}

function moveFocus(old: Usable, next: Usable): void {
  next.focus({ preventScroll: true });
  if (!(old instanceof HTMLInputElement && next instanceof HTMLInputElement) || next.selectionStart === null) return;
  next.setSelectionRange(old.selectionStart, old.selectionEnd, old.selectionDirection ?? undefined);
}
