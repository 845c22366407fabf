let asked = false;

/**
 * Asks the browser, once a visit, not to clear this site's storage when the device runs low. Call it once a person has
 * done something that they would miss, because Firefox asks the person. A refusal changes nothing. Never rejects.
 */
export async function askForLastingStorage(): Promise<void> {
  if (asked) return;
  asked = true;
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // This browser does not have the request.
  }
}
