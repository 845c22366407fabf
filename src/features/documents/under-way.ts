import * as v from 'valibot';
import { datedNotes } from '#platform/dated-notes.ts';

/** What this device is inspecting or reading: attachments of documents, and ids of photos. Its key was written before. */
const notes = datedNotes('looks-under-way', v.object({ attachment: v.string(), at: v.number() }));
const others = (id: string, now: number) => notes.list(now).filter(({ attachment }) => attachment !== id);

/**
 * Whether work on a file began and never ended: it took more memory than this device has, and ended the page, or more
 * time than there is. Another try would do the same.
 */
export const isUnfinished = (id: string, now = Date.now()): boolean =>
  notes.list(now).some(({ attachment }) => attachment === id);

/**
 * Notes on this device that work on a file has begun. `ended` removes the note, and so does leaving the page. A hidden page
 * has no note, since a camera may take its memory. The note stays after `abandoned`, and if the page dies.
 */
export function noteBegun(id: string, now: () => number = Date.now) {
  const listening = new AbortController();
  const write = (isDone: boolean) =>
    notes.write([...others(id, now()), ...(isDone ? [] : [{ attachment: id, at: now() }])]);
  const abandoned = () => listening.abort();
  const ended = () => {
    abandoned();
    write(true);
  };
  write(document.hidden);
  window.addEventListener('pagehide', ended, { signal: listening.signal });
  document.addEventListener('visibilitychange', () => write(document.hidden), { signal: listening.signal });
  return { ended, abandoned };
}
