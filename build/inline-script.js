// Stands before everything that can be seen, and stays small: it is in every document. Until React has the document it
// shows the view that this browser was last in, keeps what is typed and pressed, and brings React. It alone reads and
// writes the attributes that say how far this is (docs/develop/first-paint.md); src/app/first-paint.ts talks to it.
(() => {
  const html = document.documentElement;
  html.dataset.scripted = '';
  const { entry } = document.currentScript.dataset;
  let view = null;
  let isShared = false;
  try {
    view = localStorage.getItem('view');
    // An application waits to be restored: a form that the restore will replace must not take input.
    if (view !== null && localStorage.getItem('draft-waits') !== null) html.dataset.restoring = '';
    // A phone that sends documents to a computer was loaded again (features/documents/relay/phone-link.ts).
    if (sessionStorage.getItem('phone-link') !== null) view = 'from-phone';
    isShared = localStorage.getItem('shared-computer') !== null;
  } catch {
    // Storage is blocked: the page starts at home.
  }
  // A link from another device: its key must not be in the address when the page is there (features/documents/transfer).
  const linked = () => /^#(phone|device)=/.exec(location.hash);
  addEventListener('hashchange', () => linked() && location.reload());
  if (linked()) view = `from-${linked()[1]}`;
  // A shared computer: nothing is shown until the page knows that it is unlocked.
  if (isShared) {
    view = 'locked';
    delete html.dataset.restoring;
  }
  if (view !== null && view !== 'home') html.dataset.opening = view;
  let { tries, typed: kept, isBroken = false } = takeKept();
  let isStopped = false;
  let isAdopting = false;
  let wasHome = false;
  if (kept.length > 0 && html.dataset.restoring === undefined && !isShared) html.dataset.go = 'student-form';

  let template = null;
  const show = () => {
    delete html.dataset.opening;
    // Moved, not copied: there are some thousand nodes, and none is needed again before React is ready.
    document.getElementById('root').replaceChildren(template.content);
    for (const field of typedFields()) {
      const same = kept.find((one) => one.name === field.name && (field.type !== 'radio' || one.value === field.value));
      if (same !== undefined) [field.value, field.checked] = [same.value, same.checked];
    }
  };
  // The one handler of presses. React must not hear those that come while it adopts: they are carried out afterwards.
  const press = (event) => {
    const button = event.target.closest('#root button');
    if (button === null) return;
    event.stopImmediatePropagation();
    if (isStopped) return sayStopped();
    forgetPress();
    const { go } = button.dataset;
    if (go === undefined) button.dataset.pressed = '';
    else [html.dataset.go, wasHome] = [go, true];
    if (go !== undefined && template !== null && !isAdopting) showPrerendered();
  };
  addEventListener('click', press, true);
  function forgetPress() {
    const pressed = document.querySelector('[data-pressed]');
    pressed?.removeAttribute('data-pressed');
    return pressed;
  }
  window.firstPaint = {
    /** React begins to adopt: from now on the document is not exchanged. Returns the view in it. */
    beginAdopting(isView) {
      isAdopting = true;
      const main = document.querySelector('main[data-view]');
      if (html.dataset.opening === undefined) return main?.dataset.view;
      // The landing page, named already after the view that takes its place; unless there is no such view.
      if (main !== null && !isView(html.dataset.opening)) main.dataset.view = 'home';
      return 'home';
    },
    /** The views requested so far, which `handOver` returns in the end: their scripts can load until then. */
    asked: () => [html.dataset.go, html.dataset.opening],
    /** React could not begin: presses do again what they did. */
    endAdopting() {
      isAdopting = false;
    },
    /**
     * React hears every control. Returns the views requested since, the last press before the view of last time, and
     * whether a card was pressed: then Back leads to the landing page.
     */
    handOver(isAnew) {
      removeEventListener('click', press, true);
      const { go, opening } = html.dataset;
      delete html.dataset.go;
      delete html.dataset.opening;
      html.dataset.adopted = isAnew ? 'anew' : '';
      return { asked: [go, opening], wasHome };
    },
    /** The last press that asked for no view ('Next' in the prerendered step 1); undefined when there was none. */
    takePress: () => forgetPress() ?? undefined,
    /** What waited to be restored is here, or there was nothing: the form may be typed into. */
    endRestoring() {
      delete html.dataset.restoring;
    },
  };
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
  /** What the document before this one kept: how often it was tried, and name, value and tick of each field. */
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
  // A script that loaded and is not understood is different: loaded again, it fails again in a browser too old for
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
  /** What is typed stays where it is, and after a reload. */
  function stop() {
    isStopped = true;
    for (const name of ['opening', 'restoring', 'go']) delete html.dataset[name];
    forgetPress();
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
    const typed = typedFields().map(({ name, value, checked }) => ({ name, value, checked }));
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
    // The view that will be shown counts as the current one: until then the page is hidden.
    const { opening } = html.dataset;
    if (opening !== undefined) document.querySelector('main').dataset.view = opening;
    // Frames come before the scripts run: out of a cache they are here at once, and would hold up the first field.
    if (typeof requestIdleCallback !== 'function') setTimeout(load);
    else if (document.hidden) load();
    else requestAnimationFrame(() => requestIdleCallback(() => load(), { timeout: 500 }));
  });
})();
