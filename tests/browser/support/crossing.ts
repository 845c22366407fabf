import type { BrowserContext, Page } from 'playwright-core';
import { studentDocuments } from '#domain/student/documents.ts';
import { type Random, seeded } from '#mocks/core/random.ts';
import { openBarePage } from '../../support/browser-storage.ts';
import { makePdf, sha256 } from '../../support/pdf.ts';
import { openPage } from './browser.ts';
import { manyDrafts, seed } from './drafts-seed.ts';
import { MINIMAL } from './student.ts';
import { SWITCHES, WAYS } from './switches.ts';
import { answer, openCard, saved } from './wizard.ts';

export interface CrossingOptions {
  readonly drafts: number;
  readonly switches: number;
  /** The same seed gives the same run. */
  readonly seed: number;
  /** An agent also switches with the switcher and its keys. */
  readonly variant?: 'direct' | 'agent';
}

/** The expected state of one draft. `files` by slot: the SHA-256 of the file attached last. */
interface Expected {
  readonly answers: Record<string, string>;
  readonly files: Record<string, string>;
  step: number;
  /** The person pressed Next and left immediately: the step may have changed or not. */
  leftAtOnce?: boolean;
}

/** The name of every file in every draft. */
const ONE_NAME = 'document.pdf';
const LONGEST_PDF = 40_000;
const SLOTS = studentDocuments.map(({ slot }) => slot);
/** Questions that a step always asks, by step. */
const FIELDS: Readonly<Record<number, readonly string[]>> = {
  1: ['firstName', 'familyName', 'middleName', 'passportNumber'],
  2: ['buildingPropertyName', 'streetName', 'cityTownSuburb', 'state'],
  3: [],
  4: ['howDidYouHearDetails'],
};

/**
 * Switches among drafts at random in a real page. At each visit it compares the screen with what was left there. Then
 * it types something, attaches a file with the same name as all others, or turns a step. It opens the next draft, often
 * before anything was saved. Resolves with every difference, including those on the disk at the end.
 */
export async function switchAmong(context: BrowserContext, url: string, options: CrossingOptions) {
  const random = seeded(options.seed, 'crossing');
  const { drafts: count, variant = 'direct' } = options;
  const { page, expected } = await openDrafts(context, url, count, variant);
  const ids = [...expected.keys()].slice(1);
  const problems: string[] = [];
  const ways = { row: 0, list: 0, key: 0 };
  let [typed, attached, at] = [0, 0, (await page.locator('main').getAttribute('data-draft')) ?? ''];
  for (let turn = 0; turn < options.switches; turn += 1) {
    const way = random.pick(WAYS[variant]);
    ways[way] += 1;
    at = await SWITCHES[way](page, { at, wanted: random.pick(ids), expected });
    const draft = expected.get(at) as Expected;
    problems.push(...(await differencesOnScreen(page, draft)).map((what) => `turn ${turn}: ${what}`));
    // Only the first step of the untouched draft can be opened.
    if (!ids.includes(at)) continue;
    const done = await doSomething(page, draft, random, turn);
    if (done === 'typed') typed += 1;
    if (done === 'attached') attached += 1;
    if (random.next() < 0.3) await saved(page);
    if (random.next() >= 0.2 || draft.step === 4) continue;
    const other = random.pick(ids.filter((id) => id !== at));
    await pressNextAndLeave(page, draft, other);
    at = other;
  }
  await saved(page);
  await page.reload();
  await page.locator('form[data-step]').waitFor();
  problems.push(...(await differencesOnDisk(page, expected)), ...page.watched.troubles);
  return { page, facts: { ...options, ...ways, typed, attached, files: countFiles(expected) }, problems };
}

/** A page with this many drafts whose steps can all be opened, and before them an untouched one. */
async function openDrafts(context: BrowserContext, url: string, count: number, variant: 'direct' | 'agent') {
  const page = await openPage(context, url);
  if (variant === 'agent') await openCard(page, 'agent');
  await openCard(page, variant === 'agent' ? 'agent-student-form' : 'student-form');
  await answer(page, 'firstName', 'Zoe');
  await saved(page);
  const untouched = (await page.locator('main').getAttribute('data-draft')) ?? '';
  // Every answer is valid, because Next does not leave a step with an error.
  const drafts = manyDrafts(count, Date.now(), variant).map((draft) => ({
    ...draft,
    answers: { ...MINIMAL, ...(variant === 'agent' && { selectedAgent: 'Harbour|China' }), ...draft.answers },
    completedSteps: [1, 2, 3, 4],
  }));
  const writer = await openBarePage(context, url);
  await seed(writer, { drafts });
  await writer.close();
  await page.reload();
  await page.locator('[data-draft-id]').nth(count).waitFor();
  const expected = new Map<string, Expected>([[untouched, { answers: { firstName: 'Zoe' }, files: {}, step: 1 }]]);
  for (const { id, answers } of drafts) expected.set(id, { answers: asTexts(answers), files: {}, step: 1 });
  return { page, expected };
}

const asTexts = (answers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(answers).map(([name, answer]) => [name, String(answer)]));

async function doSomething(page: Page, draft: Expected, random: Random, turn: number) {
  const kind = random.pick(['type', 'type', 'attach', 'turn'] as const);
  if (kind === 'attach') {
    await turnTo(page, draft, 4);
    const slot = random.pick(SLOTS);
    const bytes = makePdf({ mark: `turn ${turn}`, bytes: random.int(600, LONGEST_PDF) });
    await page
      .locator(`input[type=file][name="${slot}"]`)
      .setInputFiles({ name: ONE_NAME, mimeType: 'application/pdf', buffer: bytes });
    draft.files[slot] = sha256(bytes);
    // From here the page has its bytes; whether the disk has them too is left to chance.
    await page.locator(`[data-document="${slot}"]`).getByText(ONE_NAME).waitFor({ state: 'attached' });
    return 'attached';
  }
  if (kind === 'turn') await turnTo(page, draft, random.int(1, 4));
  const fields = FIELDS[draft.step] ?? [];
  if (fields.length === 0) return 'turned';
  const name = random.pick(fields);
  draft.answers[name] = `${name} ${turn}`;
  await answer(page, name, draft.answers[name]);
  return 'typed';
}

/** Presses both at once, so that the step is still being checked when another draft opens. */
async function pressNextAndLeave(page: Page, draft: Expected, other: string): Promise<void> {
  draft.leftAtOnce = true;
  await page.evaluate((id) => {
    const next = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Next');
    next?.click();
    document.querySelector<HTMLElement>(`[data-draft-id="${id}"] button`)?.click();
  }, other);
}

async function turnTo(page: Page, draft: Expected, step: number): Promise<void> {
  if (draft.step !== step)
    await page
      .getByRole('navigation', { name: 'Steps' })
      .getByRole('button')
      .nth(step - 1)
      .click();
  draft.step = step;
  await page.locator(`form[data-step="${step}"]`).waitFor();
}

/** The differences between the open draft and what was left in it. */
async function differencesOnScreen(page: Page, draft: Expected): Promise<string[]> {
  const at = Number(await page.locator('form[data-step]').getAttribute('data-step'));
  settleStep(draft, at);
  const { answers, files, step } = draft;
  if (at !== step) return [`step ${at} instead of ${step}`];
  const found: string[] = [];
  for (const name of FIELDS[step] ?? []) {
    const shown = await page.locator(`[name="${name}"]`).inputValue();
    if (shown !== (answers[name] ?? '')) found.push(`${name} is '${shown}' in place of '${answers[name] ?? ''}'`);
  }
  if (step !== 4) return found;
  for (const slot of SLOTS) {
    const shown = page.locator(`[data-document="${slot}"]`).getByText(ONE_NAME);
    if (files[slot]) await shown.waitFor({ state: 'attached' }).catch(() => found.push(`${slot} is empty`));
    else if ((await shown.count()) > 0) found.push(`${slot} has a file of another draft`);
  }
  return found;
}

function settleStep(draft: Expected, at: number): void {
  if (draft.leftAtOnce && at === draft.step + 1) draft.step = at;
  draft.leftAtOnce = false;
}

interface OnDisk {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly step: number;
  /** By slot: the SHA-256 of the bytes, and the one that is stored with the document. */
  readonly files: Readonly<Record<string, readonly [bytes: string, described: string | undefined]>>;
}

async function differencesOnDisk(page: Page, expected: ReadonlyMap<string, Expected>): Promise<string[]> {
  const disk = await readDisk(page);
  const found: string[] = [];
  for (const [id, draft] of expected) {
    const kept = disk[id];
    settleStep(draft, kept?.step ?? draft.step);
    const { answers, files, step } = draft;
    const name = answers.firstName ?? id;
    if (kept === undefined) found.push(`${name} is not on the disk`);
    if (kept === undefined) continue;
    if (kept.step !== step) found.push(`${name} is kept at step ${kept.step} in place of ${step}`);
    for (const field of new Set([...Object.keys(answers), ...Object.values(FIELDS).flat()]))
      if (String(kept.answers[field] ?? '') !== (answers[field] ?? ''))
        found.push(`${name}: ${field} is kept as '${kept.answers[field]}'`);
    for (const slot of new Set([...Object.keys(files), ...Object.keys(kept.files)])) {
      const [bytes, described] = kept.files[slot] ?? [];
      if (bytes !== files[slot]) found.push(`${name}: the bytes of ${slot} are not those that were attached`);
      if (described !== bytes) found.push(`${name}: ${slot} is described by the hash of another file`);
    }
  }
  return found;
}

/** Everything that the database has of each draft, with hashed bytes. */
function readDisk(page: Page): Promise<Readonly<Record<string, OnDisk>>> {
  return page.evaluate(async () => {
    const finished = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await finished(indexedDB.open('applications'));
    const all = (store: string) => finished(database.transaction(store).objectStore(store).getAll());
    const [drafts, documents, files] = [await all('drafts'), await all('documents'), await all('files')];
    database.close();
    type Files = Record<string, readonly [string, string | undefined]>;
    const kept: Record<string, { answers: Record<string, unknown>; step: number; files: Files }> = {};
    for (const { id, answers, step } of drafts) kept[id] = { answers, step, files: {} };
    for (const { draftId, slot, bytes } of files) {
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await new Response(bytes).arrayBuffer()));
      const hash = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      const of = documents.find((one) => one.draftId === draftId && one.slot === slot);
      const place = kept[draftId];
      if (place) place.files[slot] = [hash, of?.description.sha256];
    }
    return kept;
  });
}

const countFiles = (expected: ReadonlyMap<string, Expected>): number =>
  [...expected.values()].reduce((sum, { files }) => sum + Object.keys(files).length, 0);
