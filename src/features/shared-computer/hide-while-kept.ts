import { isReadable, vault } from '#platform/encryption/vault-state.ts';

/**
 * A page that the browser keeps for the way back to it hides what it shows until it has looked whether this computer was
 * locked meanwhile; where it was, it is left without having shown anything. To be called after all that looks. Returns
 * what ends it.
 */
export function hideWhileKept(): () => void {
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
