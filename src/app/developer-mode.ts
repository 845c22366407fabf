const KEY = 'developer-tools';

/** Whether the server had its developer tools on when this tab last asked: answers may then be read in DevTools. */
export function areDeveloperToolsOn(): boolean {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

/** Notes it for the next load; a store's DevTools are set up once. */
export function noteDeveloperTools(on: boolean): void {
  try {
    if (on) sessionStorage.setItem(KEY, '');
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage is blocked: answers stay masked.
  }
}
