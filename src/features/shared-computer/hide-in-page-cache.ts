import { isReadable, vault } from '#platform/encryption/vault-state.ts';

/**
 * Hides the page while it is in the back/forward cache. It becomes visible again only if this computer was not locked
 * in the meantime. Call it after the listeners that check this. Returns a function that stops it.
 */
export function hideInPageCache(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const { style } = document.documentElement;
  const show = () => {
    if (isReadable(vault.state()) && vault.state() !== 'locking') style.removeProperty('visibility');
  };
  window.addEventListener('pagehide', ({ persisted }) => persisted && style.setProperty('visibility', 'hidden'), {
    signal,
  });
  window.addEventListener('pageshow', show, { signal });
  return () => ending.abort();
}
