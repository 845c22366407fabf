/** What a keyboard on the screen takes at least, and no bar of a browser does. In pixels of CSS. */
const KEYBOARD_PX = 150;

/**
 * Notes on the document, as `data-keyboard`, that the screen shows a keyboard. In Safari and Chrome on phones it covers
 * part of the page, and only `visualViewport` tells of it. A bar at the lower edge would cover the field that the
 * person types into.
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
