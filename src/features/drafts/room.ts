/** How many bytes the browser still lets this site keep; undefined where it does not say. Never rejects. */
export async function roomLeft(): Promise<number | undefined> {
  try {
    const { quota, usage = 0 } = await navigator.storage.estimate();
    return quota === undefined ? undefined : Math.max(0, quota - usage);
  } catch {
    return undefined;
  }
}

let asked = false;

/** Asks the browser, once a visit, not to clear what is kept here when the device runs low. It may say no; nobody minds. */
export async function askToPersist(): Promise<void> {
  if (asked) return;
  asked = true;
  try {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  } catch {
    // No such thing here.
  }
}
