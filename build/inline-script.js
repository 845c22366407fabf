// Stands before everything that can be seen, and stays small: it is in every document. It keeps what is pressed before
// the document is whole, shows the view that this browser was last in, lets the cards of the landing page work without
// React, notes what else is pressed, and brings React (src/app/entry-client.tsx carries on).
(() => {
  const html = document.documentElement;
  const { entry } = document.currentScript.dataset;
  let view = null;
  try {
    view = localStorage.getItem('view');
    // An application waits to be restored: nobody may type into a form that the restore will replace.
    if (view !== null && localStorage.getItem('draft-waits') !== null) html.dataset.restoring = '';
  } catch {
    // Storage is blocked: the page starts at home.
  }
  if (view !== null && view !== 'home') html.dataset.opening = view;
  let { tries, typed: kept } = takeKept();
  if (kept.length > 0 && html.dataset.restoring === undefined) html.dataset.go = 'student-form';

  let template = null;
  const show = () => {
    delete html.dataset.opening;
    // Moved, not copied: there are some thousand nodes, and nobody comes back for them before React is here.
    document.getElementById('root').replaceChildren(template.content);
    for (const [i, field] of typedFields().entries()) if (kept[i]) [field.value, field.checked] = kept[i];
  };
  document.addEventListener('click', (event) => {
    const button = event.target.closest('#root button');
    if (button === null || html.dataset.adopted !== undefined) return;
    document.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
    const { go } = button.dataset;
    if (go === undefined) button.dataset.pressed = '';
    else html.dataset.go = go;
    if (go !== undefined && template !== null) showPrerendered();
  });
  /** The other views wait for React. */
  function showPrerendered() {
    if (html.dataset.go === 'student-form' && html.dataset.restoring === undefined) {
      delete html.dataset.go;
      show();
      scrollTo(0, 0);
    } else if (html.dataset.go === undefined && html.dataset.opening === 'student-form') show();
  }

  function typedFields() {
    return [...document.querySelectorAll('#root [name]')];
  }
  /** What the document before this one kept: how often it was tried, and value and tick of each field in order. */
  function takeKept() {
    const nothing = { tries: 0, typed: [] };
    try {
      const text = sessionStorage.getItem('again');
      sessionStorage.removeItem('again');
      return text === null ? nothing : JSON.parse(text);
    } catch {
      return nothing;
    }
  }

  // A connection that broke while the scripts came is no reason for a page that stays without them. A browser may never
  // again ask for a module that failed: where the server is there, the document is then loaded again, less often each time.
  const load = () => import(entry).catch(tryAgain);
  async function tryAgain() {
    await new Promise((resolve) => setTimeout(resolve, Math.min(1000 * 2 ** tries, 30_000)));
    tries += 1;
    await import(entry).catch(() => fetch(entry).then(loadDocumentAgain).catch(tryAgain));
  }
  /** Throws where storage is blocked, since what was typed would be lost. */
  function loadDocumentAgain() {
    const typed = typedFields().map(({ value, checked }) => [value, checked]);
    sessionStorage.setItem('again', JSON.stringify({ tries, typed }));
    location.reload();
  }
  document.addEventListener('DOMContentLoaded', () => {
    template = document.getElementById('prerendered-student-form');
    showPrerendered();
    // Whoever asks where the page is hears where it is going: what stands there meanwhile is hidden.
    const { opening } = html.dataset;
    if (opening !== undefined) document.querySelector('main').dataset.view = opening;
    // Frames come before the scripts run: out of a cache they are here at once, and would hold up the first field.
    if (typeof requestIdleCallback !== 'function') setTimeout(load);
    else if (document.hidden) load();
    else requestAnimationFrame(() => requestIdleCallback(() => load(), { timeout: 500 }));
  });
})();
