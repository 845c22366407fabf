const OPEN_KEY = 'open-draft';

/** Notes which draft this tab has open, so that a reload brings back this one and not another tab's. */
export function noteOpenDraft(id: string | null): void {
  try {
    if (id === null) sessionStorage.removeItem(OPEN_KEY);
    else sessionStorage.setItem(OPEN_KEY, id);
  } catch {
    // Storage is blocked: the latest draft comes back.
  }
}

/** The draft that this tab had open before it was loaded anew. */
export function openDraftOfThisTab(): string | null {
  try {
    return sessionStorage.getItem(OPEN_KEY);
  } catch {
    return null;
  }
}
