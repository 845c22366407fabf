import * as v from 'valibot';
import { datedNotes } from '#platform/dated-notes.ts';

/** The looks at documents that have begun on this device and have not ended, by the attachments of the documents. */
const notes = datedNotes('looks-under-way', v.object({ attachment: v.string(), at: v.number() }));
const others = (attachment: string, now: number) => notes.list(now).filter((note) => note.attachment !== attachment);

/**
 * Whether a look at a document began and never ended: it took more memory than this device has, and ended the page, or
 * more time than there is. Another one would do the same.
 */
export const isLookUnfinished = (attachment: string, now = Date.now()): boolean =>
  notes.list(now).some((note) => note.attachment === attachment);

/**
 * Notes on this device that a look has begun. The note goes with `ended`, or when the page is left while the look is under
 * way; after `gaveUp`, or when the page dies, it stays.
 */
export function noteLook(attachment: string, now: () => number = Date.now) {
  notes.write([...others(attachment, now()), { attachment, at: now() }]);
  const ended = () => {
    gaveUp();
    notes.write(others(attachment, now()));
  };
  const gaveUp = () => window.removeEventListener('pagehide', ended);
  window.addEventListener('pagehide', ended);
  return { ended, gaveUp };
}
