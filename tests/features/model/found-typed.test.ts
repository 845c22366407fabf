// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { attach } from '#tests/simulation-browser/commands/sending.ts';
import { checkEnd } from '#tests/simulation-browser/final-checks.ts';
import { openForm } from './story.ts';

/** Counterexamples of the simulation, each as the shortest story that it told. */

describe('what was typed and could not be saved', () => {
  test('is kept when the page is left from the landing page', async () => {
    const { world, tab, page, type } = await openForm();
    world.device.disk.faults.full = 'wholly';
    type('firstName');
    await world.pass(1000);
    page().show('home');
    await world.pass(1000);
    await world.end(tab, 'left');
    tab.load();
    await checkEnd(world);
  });

  test('is tried again on the landing page, where the form is closed', async () => {
    const { world, page, type, savedAnswers } = await openForm();
    const id = page().draftId();
    world.device.disk.faults.full = 'wholly';
    const text = type('firstName');
    await world.pass(1000);
    page().show('home');
    world.device.disk.faults.full = 'no';
    await world.pass(31_000);
    expect(savedAnswers(id)?.answers.firstName).toBe(text);
  });
});

// Seed 59, run 108.
test('there is no moment at which a page that is killed has neither a document nor the one in its place', async () => {
  const { world, tab, page } = await openForm();
  const kept = (store: string) => world.device.disk.stored(store) as { description?: { name: string } }[];
  attach(world, page(), tab, 'passport', 100);
  await world.pass(3500);
  attach(world, page(), tab, 'passport', 100);
  while (kept('documents')[0]?.description?.name !== 'file-2') {
    expect(kept('files')).toHaveLength(1);
    await world.device.time.step();
  }
  await checkEnd(world);
});

test('a draft that was just made is kept while the page still lists what this device has', async () => {
  const { world, tab } = await openForm();
  await world.end(tab, 'left');
  tab.load();
  const page = tab.page();
  page?.show('student-form');
  await page?.create();
  const known = page && world.ownedBy(page);
  if (known === undefined) throw new Error('no draft is open');
  const text = world.ledger.make(known.id, 'firstName', 'text');
  expect(page?.type('firstName', text)).toBe(true);
  world.ledger.put(known.answers, 'firstName', text);
  await world.pass(1000);
  expect(page?.draftId()).toBe(known.id);
  expect(page?.shown()?.firstName).toBe(text);
  await checkEnd(world);
});

test('nothing says that a draft is saved while something typed has not been taken in', async () => {
  const { world, page, type, savedAnswers } = await openForm();
  await world.pass(1000);
  const text = type('firstName');
  page().keep();
  const save = () => page().getState().drafts.save.state;
  expect(save()).toBe('unsaved');
  for (let waited = 0; save() !== 'saved' && waited < 3000; waited += 10) await world.pass(10);
  expect(savedAnswers(page().draftId())?.answers.firstName).toBe(text);
});
