import { isViewName, type ViewName } from '#platform/view-slice.ts';

/**
 * What the page and the inline script of its document (build/inline-script.js) tell each other: the script shows the
 * right prerendered view before any other script has come, the page carries on from there.
 */

/** The view that stands in the document, prerendered or swapped in. */
export function viewInDocument(): ViewName {
  const main = document.querySelector<HTMLElement>('main[data-view]');
  const { opening } = document.documentElement.dataset;
  if (opening === undefined) return isViewName(main?.dataset.view) ? main.dataset.view : 'home';
  // The landing page, named already after the view that takes its place.
  if (main && !isViewName(opening)) main.dataset.view = 'home';
  return 'home';
}

/** The view that was asked for before the scripts were here: a card that was pressed, or the view of the last visit. */
export function takeAwaitedView(): ViewName | undefined {
  const { go, opening } = document.documentElement.dataset;
  delete document.documentElement.dataset.go;
  delete document.documentElement.dataset.opening;
  return [go, opening].find(isViewName);
}

/** Notes the view for the next load. */
export function noteView(view: ViewName): void {
  try {
    localStorage.setItem('view', view);
  } catch {
    // Storage is blocked: the next visit starts at home.
  }
}

/** The document is React's: the inline script has done its part. */
export function markAdopted(): void {
  document.documentElement.dataset.adopted = '';
}

/** What waited to be restored is here, or there was nothing: the form may be typed into. */
export function endRestoring(): void {
  delete document.documentElement.dataset.restoring;
}

/**
 * While React is adopting, the inline script must not exchange the document under it: a press is noted as the script
 * would, and carried out afterwards. Returns what ends the guard.
 */
export function guardAdoption(): () => void {
  const ending = new AbortController();
  const note = (event: MouseEvent) => {
    const button = event.target instanceof Element ? event.target.closest<HTMLElement>('#root button') : null;
    if (button === null) return;
    event.stopImmediatePropagation();
    forgetPress();
    const { go } = button.dataset;
    if (go === undefined) button.dataset.pressed = '';
    else document.documentElement.dataset.go = go;
  };
  window.addEventListener('click', note, { capture: true, signal: ending.signal });
  return () => ending.abort();
}

/** Carries out the last press before React was here that asked for no view: 'Next' in the prerendered step 1. */
export function carryOutPress(): void {
  forgetPress()?.click();
}

function forgetPress(): HTMLElement | null {
  const pressed = document.querySelector<HTMLElement>('[data-pressed]');
  pressed?.removeAttribute('data-pressed');
  return pressed;
}
