// @vitest-environment node
import { expect, test } from 'vitest';
import { checkEnd } from '#tests/simulation-browser/final-checks.ts';
import { LIFE_MS } from '#tests/simulation-browser/ledger.ts';
import { openForm } from './story.ts';

/** Counterexamples of the simulation, each as the shortest story that it told. */

test('a page of the release before leaves alone what a tab of the next release has open', async () => {
  const { world, type, page, savedAnswers } = await openForm();
  world.device.deployed.release = 'next';
  world.device.deployed.latest = 'next';
  const tab = world.open();
  await world.pass(100);
  const next = tab.page();
  await Promise.all([next?.create(), world.pass(100)]);
  next?.show('student-form');
  await world.pass(100);
  const id = next?.draftId();
  const known = next && world.ownedBy(next);
  if (known === undefined) throw new Error('no draft is open');
  const text = world.ledger.make(known.id, 'firstName', 'text');
  next?.type('firstName', text);
  world.ledger.put(known.answers, 'firstName', text);
  await world.pass(1000);
  expect(world.device.disk.stored('quarantine')).toEqual([]);
  expect(savedAnswers(id)?.answers.firstName).toBe(text);
  expect(page().draftId()).not.toBe(id);
  type('email');
  await checkEnd(world);
});

// Seed 51, run 203.
test('a page of the release before goes on saving when a page of the next one notices that the clock was set', async () => {
  const { world, page, type, savedAnswers } = await openForm();
  type('email');
  await world.pass(3500);
  world.device.deployed.release = 'next';
  world.device.deployed.latest = 'next';
  const next = world.open();
  await world.pass(1000);
  world.device.time.setClock(-3 * LIFE_MS);
  next.fire('document', 'visibilitychange');
  await world.pass(1000);
  const text = type('firstName');
  await world.pass(1000);
  expect(page().getState().application).toMatchObject({ elsewhere: false, save: { state: 'saved' } });
  expect(savedAnswers(page().draftId())?.answers.firstName).toBe(text);
});

test('a page of the release before goes on saving when a page of the next one finds times that cannot be', async () => {
  const { world, page, type, savedAnswers } = await openForm();
  type('email');
  await world.pass(3500);
  world.device.deployed.release = 'next';
  world.device.deployed.latest = 'next';
  world.device.time.setClock(-3 * LIFE_MS);
  world.open();
  await world.pass(1000);
  const text = type('firstName');
  await world.pass(1000);
  expect(page().getState().application).toMatchObject({ elsewhere: false, save: { state: 'saved' } });
  expect(savedAnswers(page().draftId())?.answers.firstName).toBe(text);
});

test.each([
  { kept: 'its copy made on leaving alone', savedFor: 0 },
  { kept: 'less on the disk than in its copy made on leaving', savedFor: 1000 },
])(
  'a draft of the next release is back with that release after the one before set it aside, with $kept',
  async ({ savedFor }) => {
    const { world, tab, page, type, savedAnswers } = await openForm();
    const { deployed } = world.device;
    await world.end(tab, 'killed');
    deployed.release = 'next';
    deployed.latest = 'next';
    tab.load();
    await world.pass(100);
    page().show('student-form');
    await world.pass(100);
    const id = page().draftId();
    if (savedFor > 0) type('email');
    await world.pass(savedFor);
    const text = type('firstName');
    deployed.release = 'this';
    await world.end(tab, 'left');
    tab.load();
    await world.pass(1000);
    expect(savedAnswers(id)).toBeUndefined();
    await world.end(tab, 'left');
    deployed.release = 'next';
    tab.load();
    await world.pass(1000);
    expect(savedAnswers(id)?.answers.firstName).toBe(text);
    expect(world.device.disk.stored('quarantine')).toEqual([]);
    await checkEnd(world);
  },
);
