// This script is in every document, before all visible content, so it stays small. Until React takes over, it shows the
// view of the last visit, keeps typed text and presses, and loads React. Only this script reads and writes the attributes
// of these steps (docs/develop/first-paint.md). src/app/first-paint.ts calls it.
(() => {
  const html = document.documentElement;
  html.dataset.scripted = '';
  const { entry } = document.currentScript.dataset;
  let view = null;
  let isShared = false;
  try {
    view = localStorage.getItem('view');
    // A draft will be restored: until then the form must not take input, because the restore would replace it.
    if (view !== null && localStorage.getItem('draft-waits') !== null) html.dataset.restoring = '';
    // The page of a phone that sends documents to a computer was reloaded (features/documents/relay/phone-link.ts).
    if (sessionStorage.getItem('phone-link') !== null) view = 'from-phone';
    isShared = localStorage.getItem('shared-computer') !== null;
  } catch {
    // Storage is blocked, so the page starts at home.
  }
  // A link from another device. The page removes its key from the address at once (features/documents/transfer).
  const linked = () => /^#(phone|device)=/.exec(location.hash);
  addEventListener('hashchange', () => linked() && location.reload());
  if (linked()) view = `from-${linked()[1]}`;
  // On a shared computer nothing is shown until the page knows that it is unlocked.
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
    // The nodes are moved, because copying some thousand of them is slow.
    document.getElementById('root').replaceChildren(template.content);
    for (const field of typedFields()) {
      const same = kept.find((one) => one.name === field.name && (field.type !== 'radio' || one.value === field.value));
      if (same !== undefined) [field.value, field.checked] = [same.value, same.checked];
    }
  };
  // The only click handler. React must not get a click while it hydrates; it gets the last one afterwards.
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
    /** React begins to hydrate, so the document is not replaced from now on. Returns the view in it. */
    beginAdopting(isView) {
      isAdopting = true;
      const main = document.querySelector('main[data-view]');
      if (html.dataset.opening === undefined) return main?.dataset.view;
      // `main` already has the name of the next view. If that view does not exist, it gets its own name again.
      if (main !== null && !isView(html.dataset.opening)) main.dataset.view = 'home';
      return 'home';
    },
    /** The views requested so far, so that their scripts can load before `handOver`. */
    asked: () => [html.dataset.go, html.dataset.opening],
    /** React could not begin to hydrate. Presses work as before. */
    endAdopting() {
      isAdopting = false;
    },
    /**
     * React handles every control from now on. Returns the requested views, that of the last press first, and whether a
     * card was pressed. If so, Back leads to the landing page.
     */
    handOver(isAnew) {
      removeEventListener('click', press, true);
      const { go, opening } = html.dataset;
      delete html.dataset.go;
      delete html.dataset.opening;
      html.dataset.adopted = isAnew ? 'anew' : '';
      return { asked: [go, opening], wasHome };
    },
    /** The last pressed button that opens no view, such as 'Next' in step 1; undefined if there was none. */
    takePress: () => forgetPress() ?? undefined,
    /** The draft is restored, or there was none. The form takes input. */
    endRestoring() {
      delete html.dataset.restoring;
    },
  };
  /** Shows step 1 if it was requested. All other views wait for React. */
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
  /** What the page kept before it reloaded: the number of tries, and name, value and tick of each field. */
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

  // The connection may break while the scripts load. A browser may never request a failed module again, so the page
  // reloads as soon as the server answers, with growing pauses. A script that loads but fails may be too new for the
  // browser. It gets one reload; if it fails again, the page says that it stops.
  const load = () => import(entry).catch((failure) => tryAgain(failure, () => import(entry)));
  // The entry script loaded but could not start (src/app/entry-client.tsx).
  addEventListener('notstarted', ({ detail }) => tryAgain(detail));
  /** Whether loading failed. Browsers then throw a TypeError whose message has the word "module". */
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
  /** Gives up. The typed text stays in the form, also after a reload. */
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
  /** Keeps the typed text for the next page. False if storage is blocked, because a reload would then lose the text. */
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
    // The next view already counts as the current one. The page is hidden until then.
    const { opening } = html.dataset;
    if (opening !== undefined) document.querySelector('main').dataset.view = opening;
    // The first frames come before the scripts. Cached scripts would otherwise run at once and delay the first field.
    if (typeof requestIdleCallback !== 'function') setTimeout(load);
    else if (document.hidden) load();
    else requestAnimationFrame(() => requestIdleCallback(() => load(), { timeout: 500 }));
  });
})();
