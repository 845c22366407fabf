/** The lists of dated notes (dated-notes.ts), by the keys of localStorage where they are. */
export type NoteList = 'sent-applications' | 'unsent-applications';

/** Whether there is such a list, however old its notes. Light, since every first visitor asks. */
export function hasNotes(list: NoteList): boolean {
  try {
    return localStorage.getItem(list) !== null;
  } catch {
    // Storage is blocked: nothing was noted.
    return false;
  }
}
