let asked = false;

/**
 * Asks the browser, once a visit, not to clear this site's storage by itself when the device runs low. To be called when
 * somebody has done something that they would miss: Firefox asks the person. Whoever refuses loses nothing by it. Never
 * rejects.
 */
export async function askForLastingStorage(): Promise<void> {
  if (asked) return;
  asked = true;
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // This browser has no such request.
  }
}
