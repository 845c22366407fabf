import * as v from 'valibot';
import { type Draft, readDraft } from '#features/drafts/draft.ts';
import { keepCopy } from '#features/drafts/draft-copy.ts';
import { saveDraft } from '#features/drafts/draft-database.ts';
import { heldBox } from '#platform/sealed/arrive.ts';

/** In sessionStorage, and before it in the name of the window, which a full disk takes, too. */
const HELD = 'held-while-locked';
const IN_NAME = `${HELD}:`;

const heldSchema = v.pipe(v.string(), v.parseJson(), v.array(v.unknown()));

/** Holds drafts that nothing else of this device takes, sealed, for as long as this tab is there. */
export function holdSealed(drafts: readonly Draft[]): void {
  const box = heldBox();
  if (drafts.length === 0 || box === undefined) return;
  const sealed = box.seal(HELD, JSON.stringify(drafts));
  try {
    sessionStorage.setItem(HELD, sealed);
  } catch {
    window.name = IN_NAME + sealed;
  }
}

/** Writes what was held, now that it can be opened. What is still not taken stays where it is. Never rejects. */
export async function takeBackHeld(): Promise<void> {
  const sealed = heldText();
  const box = heldBox();
  if (sealed === null || box === undefined) return;
  try {
    for (const one of v.parse(heldSchema, box.unseal(HELD, sealed))) {
      const draft = readDraft(one);
      // Another tab may have gone on with it.
      if (draft && !keepCopy(draft)) await saveDraft(draft);
    }
    forgetHeld();
  } catch {
    // Full still, or sealed with keys that are gone.
  }
}

function heldText(): string | null {
  if (window.name.startsWith(IN_NAME)) return window.name.slice(IN_NAME.length);
  try {
    return sessionStorage.getItem(HELD);
  } catch {
    return null;
  }
}

function forgetHeld(): void {
  if (window.name.startsWith(IN_NAME)) window.name = '';
  sessionStorage.removeItem(HELD);
}
