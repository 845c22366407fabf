import { readFrom } from '#platform/database.ts';
import { type Draft, isExpired, newerOf, readDraft } from './draft.ts';
import { readCopies } from './draft-copy.ts';

/**
 * The drafts of this device whose 24 hours are over and that this page's list does not name: they were too old to be
 * opened, or another tab still had them open when the list was made. Only what can be read counts, since a newer version
 * of the page may have written the rest. `now` in milliseconds since 1970. Rejects where the disk cannot be read.
 */
export async function findUnlistedExpired(
  listed: Readonly<Record<string, unknown>>,
  now: number,
): Promise<readonly Draft[]> {
  const copies = new Map(readCopies().map(({ id, draft }) => [id, draft]));
  return readFrom(['drafts'], async ({ store }) => {
    const ids = new Set([...(await store.getAllKeys()), ...copies.keys()]);
    const found: Draft[] = [];
    for (const id of ids) {
      if (id in listed) continue;
      const draft = newerOf(readDraft(await store.get(id)), copies.get(id));
      if (draft !== undefined && isExpired(draft, now)) found.push(draft);
    }
    return found;
  });
}
