// @vitest-environment node
import { expect, test } from 'vitest';
import { checkEnd } from '#tests/simulation-browser/final-checks.ts';
import { LIFE_MS } from '#tests/simulation-browser/ledger.ts';
import { changeInAnotherTab, openForm } from './story.ts';

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

test('a page of the release before keeps saving when a page of the next one finds times that cannot be', async () => {
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
  expect(page().getState().drafts).toMatchObject({ elsewhere: false, save: { state: 'saved' } });
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

/** A page is left and kept whole; one of the next release uses its draft. Resolves once the first is shown again. */
async function comeBackAfterNextRelease({ world, tab, page }: Awaited<ReturnType<typeof openForm>>, hours = 0) {
  const id = page().draftId() ?? '';
  await world.goAway(tab, () => world.device.time.pass(world.device.disk.faults.full === 'no' ? 1000 : 0));
  expect(tab.isAway()).toBe(true);
  world.device.time.sleep((hours * LIFE_MS) / 24);
  Object.assign(world.device.deployed, { release: 'next', latest: 'next' });
  const email = await changeInAnotherTab(world, id, 'email');
  world.device.time.sleep((hours * LIFE_MS) / 24);
  world.comeBack(tab);
  return email;
}

/** What a page of the next release shows once the one before is closed. */
async function shownByNextRelease({ world, tab }: Awaited<ReturnType<typeof openForm>>) {
  await world.end(tab, 'left');
  const next = world.open();
  await world.pass(1000);
  next.page()?.show('student-form');
  await world.pass(1000);
  return next.page()?.shown();
}

// Seed 501, run 70.
test.each([
  { disk: 'is full, so that the next one could only leave a copy', full: 'wholly' },
  { disk: 'has room', full: 'no' },
] as const)(
  'a page of the release before, shown again, leaves alone what the next release has changed, and shows a notice, if the disk $disk',
  async ({ full }) => {
    const opened = await openForm();
    const { world, page, type } = opened;
    world.device.disk.faults.full = full;
    const firstName = type('firstName');
    await world.pass(1000);
    const email = await comeBackAfterNextRelease(opened);
    await world.pass(1000);
    expect(page().getState().drafts).toMatchObject({ elsewhere: true, open: { answers: { firstName } } });
    world.device.disk.faults.full = 'no';
    await world.device.time.pass(35_000);
    expect(await shownByNextRelease(opened)).toMatchObject({ firstName, email });
  },
);

test.each(['wholly', 'no'] as const)(
  'what is typed into it before it has looked stays on its screen as not saved (no room: %s)',
  async (full) => {
    const opened = await openForm();
    const { world, page, type } = opened;
    world.device.disk.faults.full = full;
    const firstName = type('firstName');
    await world.pass(1000);
    const email = await comeBackAfterNextRelease(opened);
    expect(page().type('passportNumber', 'A1234567')).toBe(true);
    world.device.disk.faults.full = 'no';
    await world.device.time.pass(35_000);
    expect(page().getState().drafts).toMatchObject({ elsewhere: true, save: { state: 'failed' } });
    expect(page().shown()).toMatchObject({ firstName, passportNumber: 'A1234567' });
    expect(await shownByNextRelease(opened)).toMatchObject({ firstName, email });
  },
);

test.each(['wholly', 'no'] as const)(
  'it removes nothing of it as too old, since it cannot read how old it is (no room: %s)',
  async (full) => {
    const opened = await openForm();
    const { world, type } = opened;
    world.device.disk.faults.full = full;
    const firstName = type('firstName');
    await world.pass(1000);
    const email = await comeBackAfterNextRelease(opened, 13);
    await world.device.time.pass(65_000);
    expect(await shownByNextRelease(opened)).toMatchObject({ firstName, email });
  },
);
