let asked = false;

/**
 * Asks the browser, once a visit, not to clear this site's storage when the device runs low. To be called once a person
 * has done something that they would miss: Firefox asks the person. A person who refuses loses nothing. Never rejects.
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
