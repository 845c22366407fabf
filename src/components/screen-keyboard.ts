/** What a keyboard on the screen takes at least, and no bar of a browser does. In pixels of CSS. */
const KEYBOARD_PX = 150;

/**
 * Notes on the document, as `data-keyboard`, that a keyboard stands on the screen. In Safari and Chrome on phones it lies
 * over the page, which does not hear of it but by `visualViewport`: a bar at the lower edge would come to stand over the
 * field that somebody types into.
 */
export function followScreenKeyboard(signal: AbortSignal): void {
  const { visualViewport } = window;
  if (!visualViewport) return;
  const look = () => {
    // A page that is zoomed in shows less of itself, too.
    const covered = window.innerHeight - visualViewport.height * visualViewport.scale;
    const isThere = covered >= KEYBOARD_PX;
    document.documentElement.toggleAttribute('data-keyboard', isThere);
    if (isThere) document.activeElement?.scrollIntoView({ block: 'nearest' });
  };
  visualViewport.addEventListener('resize', look, { signal });
  signal.addEventListener('abort', () => document.documentElement.removeAttribute('data-keyboard'));
}
