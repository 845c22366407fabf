// Stands before everything that can be seen, and stays small: it is in every document. It keeps what is pressed before
// the document is whole, shows the view that this browser was last in, lets the cards of the landing page work without
// React, notes what else is pressed, and brings React (src/app/entry-client.tsx carries on).
(() => {
  const html = document.documentElement;
  html.dataset.scripted = '';
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
  let { tries, typed: kept, isBroken = false } = takeKept();
  let isStopped = false;
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
    if (isStopped) return sayStopped();
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
  // A script that came and is not understood is another matter: loaded anew it fails once more in a browser too old for
  // it, and then this ends.
  const load = () => import(entry).catch((failure) => tryAgain(failure, () => import(entry)));
  // The entry came, and could not begin (src/app/entry-client.tsx).
  addEventListener('notstarted', ({ detail }) => tryAgain(detail));
  /** Whether it got lost on the way: browsers have a TypeError for that, and name the module or importing it. */
  const isLost = (failure) => failure instanceof TypeError && /module/i.test(failure.message);

  async function tryAgain(failure, bring) {
    if (isBroken && !isLost(failure)) return stop();
    isBroken = !isLost(failure);
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(1000 * 2 ** tries, 30_000)));
      tries += 1;
      try {
        if (!isBroken && bring !== undefined) return await bring();
      } catch (next) {
        if (!isLost(next)) return tryAgain(next);
      }
      const isServerThere = await fetch(entry).then(
        () => true,
        () => false,
      );
      if (isServerThere && keepTyped()) return location.reload();
      if (isServerThere && isBroken) return stop();
    }
  }
  /** What is typed stays where it is, and in a page that is loaded anew. */
  function stop() {
    isStopped = true;
    for (const name of ['opening', 'restoring', 'go']) delete html.dataset[name];
    document.querySelector('[data-pressed]')?.removeAttribute('data-pressed');
    addEventListener('pagehide', keepTyped);
    sayStopped();
  }
  function sayStopped() {
    const notice = document.getElementById('too-old');
    notice.hidden = false;
    notice.scrollIntoView();
  }
  /** False where storage is blocked: what was typed would be lost with the document. */
  function keepTyped() {
    const typed = typedFields().map(({ value, checked }) => [value, checked]);
    try {
      sessionStorage.setItem('again', JSON.stringify({ tries, typed, isBroken }));
      return true;
    } catch {
      return false;
    }
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
