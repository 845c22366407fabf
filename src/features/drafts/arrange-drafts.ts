import type { AppStore } from '#app/store.ts';
import { type Draft, type DraftAnswers, newDraft } from './draft.ts';
import { draftRenamed } from './draft-events.ts';
import { saveDraft } from './draft-storage.ts';
import { findDraft, noteDraft } from './list-drafts.ts';
import { startingAnswers } from './starting-answers.ts';
import { tabsOf } from './tabs.ts';

/** Every answer that says where the student lives or through whom they apply: what one family or agent shares. */
const SHARED = new Set([
  ...['selectedAgent', 'agentName', 'agentEmail', 'howDidYouHearAboutUs'],
  ...['currentCountry', 'buildingPropertyName', 'flatUnitDetails', 'streetNumber', 'streetName'],
  ...['cityTownSuburb', 'state', 'postcode', 'hasPostalAddress', 'postalCountry', 'postalBuildingPropertyName'],
  ...['postalFlatUnitDetails', 'postalStreetNumber', 'postalStreetName', 'postalCityTownSuburb', 'postalState'],
  // The short application's own names.
  ...['postalPostcode', 'country', 'buildingName', 'flatDetails'],
]);

/** Of these answers those that another student may share: the agent's details and the address. */
export function sharedAnswers(answers: DraftAnswers): DraftAnswers {
  return Object.fromEntries(Object.entries(answers).filter(([name]) => SHARED.has(name)));
}

/**
 * A new draft with the agent's details and the address of another, never its identity or its documents. Resolves with
 * it once it is on the disk; rejects when it could not be saved; undefined when the other is gone.
 */
export async function duplicateDraft(store: AppStore, id: string): Promise<Draft | undefined> {
  const { draft: open } = store.getState().application;
  const original = open?.id === id ? open : await findDraft(store, id);
  if (original === undefined) return undefined;
  const { variant } = original;
  const answers = { ...startingAnswers(variant), ...sharedAnswers(original.answers) };
  const copy = { ...newDraft(crypto.randomUUID(), variant, Date.now(), answers), revision: 1 };
  await saveDraft(copy);
  await noteDraft(store, copy);
  tabsOf(store).tell({ type: 'saved', id: copy.id });
  return copy;
}

/**
 * Gives a draft a name of the person's own; '' takes it away. Resolves to false when another tab owns the draft, or it
 * is gone. A name is no answer: the 24 hours go on.
 */
export async function renameDraft(store: AppStore, id: string, label: string): Promise<boolean> {
  const { draft, elsewhere } = store.getState().application;
  if (draft?.id === id) {
    if (!elsewhere) store.dispatch(draftRenamed(label));
    return !elsewhere;
  }
  if (!(await tabsOf(store).hold(id))) return false;
  try {
    const found = await findDraft(store, id);
    if (found === undefined) return false;
    const renamed = { ...found, label, revision: found.revision + 1 };
    await saveDraft(renamed);
    await noteDraft(store, renamed);
    tabsOf(store).tell({ type: 'saved', id });
    return true;
  } finally {
    if (store.getState().application.draft?.id !== id) tabsOf(store).release(id);
  }
}
