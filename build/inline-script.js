// Runs before any other script and stays small: it is in every document. It shows the view that this browser was last
// in, and lets the cards of the landing page work before React has arrived (src/app/entry-client.tsx carries on).
(() => {
  const html = document.documentElement;
  const root = document.getElementById('root');
  const template = document.getElementById('prerendered-student-form');
  // Moved, not copied: there are some thousand nodes, and nobody comes back for them before React is here.
  const show = () => root.replaceChildren(template.content);
  let view = null;
  try {
    view = localStorage.getItem('view');
    // An application waits to be restored: nobody may type into a form that the restore will replace.
    if (view !== null && localStorage.getItem('draft-waits') !== null) html.dataset.restoring = '';
  } catch {
    // Storage is blocked: the page starts at home.
  }
  if (view === 'student-form') show();
  else if (view !== null && view !== 'home') html.dataset.opening = view;
  root.addEventListener('click', (event) => {
    const card = event.target.closest('[data-go]');
    if (card === null || html.dataset.adopted !== undefined) return;
    if (card.dataset.go === 'student-form' && html.dataset.restoring === undefined) show();
    else html.dataset.go = card.dataset.go;
    scrollTo(0, 0);
  });
})();
