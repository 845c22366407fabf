import * as v from 'valibot';
import { type Draft, readDraft } from '#features/drafts/draft.ts';
import { keepCopy } from '#features/drafts/draft-copy.ts';
import { DraftOvertaken, saveDraft } from '#features/drafts/draft-database.ts';
import { heldBox } from '#platform/encryption/keys-of-this-tab.ts';

/** The key in sessionStorage. On a full disk the text is in the window's name instead. */
const STORAGE_KEY = 'held-while-locked';
const NAME_PREFIX = `${STORAGE_KEY}:`;

const heldSchema = v.pipe(v.string(), v.parseJson(), v.array(v.unknown()));

/** Keeps drafts that cannot be saved, encrypted, until this tab is closed. Adds to those that it keeps already. */
export function keepEncrypted(drafts: readonly Draft[]): void {
  if (drafts.length === 0) return;
  const held = readHeld().filter(({ id }) => !drafts.some((draft) => draft.id === id));
  write([...held, ...drafts]);
}

/** Saves the drafts after the unlock. Those that still cannot be saved stay in this tab. Never rejects. */
export async function restoreUnsaved(): Promise<void> {
  const held = readHeld();
  if (held.length === 0) return;
  const left: Draft[] = [];
  for (const draft of held) if (!(await trySave(draft))) left.push(draft);
  if (left.length < held.length) write(left);
}

/** Saves a draft as a copy or in IndexedDB. If another tab has continued with it, nothing needs to be saved. */
const trySave = async (draft: Draft): Promise<boolean> =>
  keepCopy(draft) ||
  saveDraft(draft).then(
    () => true,
    (failure: unknown) => failure instanceof DraftOvertaken,
  );

/** Empty if the keys are gone. */
function readHeld(): readonly Draft[] {
  const sealed = storedText();
  const box = heldBox();
  if (sealed === null || box === undefined) return [];
  try {
    return v.parse(heldSchema, box.unseal(STORAGE_KEY, sealed)).flatMap((one) => readDraft(one) ?? []);
  } catch {
    return [];
  }
}

/** Uses only one of the two places, so that the other has no older drafts. */
function write(drafts: readonly Draft[]): void {
  const box = heldBox();
  if (box === undefined) return;
  const sealed = drafts.length > 0 ? box.seal(STORAGE_KEY, JSON.stringify(drafts)) : undefined;
  try {
    sessionStorage.removeItem(STORAGE_KEY);
    if (sealed !== undefined) sessionStorage.setItem(STORAGE_KEY, sealed);
    if (window.name.startsWith(NAME_PREFIX)) window.name = '';
  } catch {
    window.name = sealed === undefined ? '' : NAME_PREFIX + sealed;
  }
}

function storedText(): string | null {
  if (window.name.startsWith(NAME_PREFIX)) return window.name.slice(NAME_PREFIX.length);
  try {
    return sessionStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
