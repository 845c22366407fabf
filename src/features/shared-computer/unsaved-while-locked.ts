import * as v from 'valibot';
import { type Draft, readDraft } from '#features/drafts/draft.ts';
import { keepCopy } from '#features/drafts/draft-copy.ts';
import { DraftOvertaken, saveDraft } from '#features/drafts/draft-database.ts';
import { heldBox } from '#platform/encryption/keys-of-this-tab.ts';

/** In sessionStorage, or in the name of the window, which a full disk takes, too. */
const HELD = 'held-while-locked';
const IN_NAME = `${HELD}:`;

const heldSchema = v.pipe(v.string(), v.parseJson(), v.array(v.unknown()));

/**
 * Holds drafts that nothing else of this device takes, sealed, for as long as this tab is there, beside those that it
 * holds already.
 */
export function keepEncrypted(drafts: readonly Draft[]): void {
  if (drafts.length === 0) return;
  const held = readHeld().filter(({ id }) => !drafts.some((draft) => draft.id === id));
  write([...held, ...drafts]);
}

/** Writes what was held, now that it can be opened. What is still not taken stays where it is. Never rejects. */
export async function restoreUnsaved(): Promise<void> {
  const held = readHeld();
  if (held.length === 0) return;
  const left: Draft[] = [];
  for (const draft of held) if (!(await isTaken(draft))) left.push(draft);
  if (left.length < held.length) write(left);
}

/** By a copy, or by the disk; another tab may have gone on with it, and then there is nothing left to write. */
const isTaken = async (draft: Draft): Promise<boolean> =>
  keepCopy(draft) ||
  saveDraft(draft).then(
    () => true,
    (failure: unknown) => failure instanceof DraftOvertaken,
  );

/** None where it was sealed with keys that are gone. */
function readHeld(): readonly Draft[] {
  const sealed = heldText();
  const box = heldBox();
  if (sealed === null || box === undefined) return [];
  try {
    return v.parse(heldSchema, box.unseal(HELD, sealed)).flatMap((one) => readDraft(one) ?? []);
  } catch {
    return [];
  }
}

/** In one of the two places only, so that neither is older than the other. */
function write(drafts: readonly Draft[]): void {
  const box = heldBox();
  if (box === undefined) return;
  const sealed = drafts.length > 0 ? box.seal(HELD, JSON.stringify(drafts)) : undefined;
  try {
    sessionStorage.removeItem(HELD);
    if (sealed !== undefined) sessionStorage.setItem(HELD, sealed);
    if (window.name.startsWith(IN_NAME)) window.name = '';
  } catch {
    window.name = sealed === undefined ? '' : IN_NAME + sealed;
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
