// @vitest-environment node
import { expect, test } from 'vitest';
import { takeOver, typeInto } from '#tests/simulation-browser/commands/drafts.ts';
import { attach } from '#tests/simulation-browser/commands/sending.ts';
import { checkEnd } from '#tests/simulation-browser/final-checks.ts';
import { LIFE_MS } from '#tests/simulation-browser/ledger.ts';
import { changeInAnotherTab, openForm } from './story.ts';

/** A page that the browser keeps whole while another site is open, and shows again. */

test.each([0, 500])(
  'a page that is shown again continues with what another tab has changed since (typed into after %i tasks)',
  async (steps) => {
    const { world, tab, page, type } = await openForm();
    type('firstName');
    await world.pass(3500);
    const id = page().draftId() ?? '';
    await world.goAway(tab, () => world.device.time.pass(1000));
    expect(tab.isAway()).toBe(true);
    const other = world.open();
    await world.pass(1000);
    const there = other.page();
    if (there === undefined) throw new Error('no page is loaded');
    await Promise.all([there.open(id), world.pass(500)]);
    there.show('student-form');
    await world.pass(500);
    // It has released its draft: no takeover is needed.
    expect(there.getState().drafts.elsewhere).toBe(false);
    typeInto(world, there, 'firstName');
    typeInto(world, there, 'email');
    await world.pass(3500);
    const changed = there.shown();
    await world.end(other, 'left');
    world.comeBack(tab);
    for (let step = 0; step < steps; step += 1) await world.device.time.step();
    typeInto(world, page(), 'passportNumber');
    await world.pass(3500);
    expect(page().shown()).toMatchObject({ firstName: changed?.firstName, email: changed?.email });
    expect(page().getState().drafts).toMatchObject({ elsewhere: false, save: { state: 'saved' } });
    await checkEnd(world);
  },
);

// Seed 107, run 45.
test('what is changed while a page that is shown again looks at the disk is saved', async () => {
  const { world, tab, page, type, savedAnswers } = await openForm();
  const text = type('firstName');
  await world.pass(3500);
  const id = page().draftId() ?? '';
  await world.goAway(tab, () => world.device.time.pass(1000));
  expect(tab.isAway()).toBe(true);
  world.comeBack(tab);
  attach(world, page(), tab, 'passport', 100);
  await world.pass(3500);
  expect(page().getState().drafts.save.state).toBe('saved');
  expect(savedAnswers(id)).toMatchObject({ answers: { firstName: text }, revision: 2 });
  await checkEnd(world);
});

// Seed 61, run 3,725.
test('a draft that was only in the copy made on leaving does not return after another tab has deleted it', async () => {
  const { world, tab, page, type } = await openForm();
  world.device.disk.faults.full = 'wholly';
  type('firstName');
  await world.pass(1000);
  const id = page().draftId() ?? '';
  await world.goAway(tab, () => world.device.time.pass(0));
  expect(tab.isAway()).toBe(true);
  world.device.disk.faults.full = 'no';
  const other = world.open();
  await world.pass(1000);
  const [isGone] = await Promise.all([other.page()?.remove(id), world.pass(3500)]);
  expect(isGone).toBe(true);
  Object.assign(world.ledger.drafts.get(id) ?? {}, { deleted: 'yes' });
  world.comeBack(tab);
  await world.pass(3500);
  expect(page().draftId()).not.toBe(id);
  await checkEnd(world);
});

// Seed 70, run 118.
test('what another tab could only leave as a copy is not replaced by that of a page that comes into sight again', async () => {
  const { world, tab, page, type } = await openForm();
  world.device.disk.faults.full = 'wholly';
  const firstName = type('firstName');
  await world.pass(1000);
  const id = page().draftId() ?? '';
  await world.goAway(tab, () => world.device.time.pass(0));
  expect(tab.isAway()).toBe(true);
  const email = await changeInAnotherTab(world, id, 'email');
  world.comeBack(tab);
  await world.pass(1000);
  expect(page().shown()).toMatchObject({ firstName, email });
  await checkEnd(world);
});

test('nor by that of a page that is left again before it has looked at the disk', async () => {
  const { world, tab, page, type } = await openForm();
  world.device.disk.faults.full = 'wholly';
  const firstName = type('firstName');
  await world.pass(1000);
  const id = page().draftId() ?? '';
  await world.goAway(tab, () => world.device.time.pass(0));
  expect(tab.isAway()).toBe(true);
  const email = await changeInAnotherTab(world, id, 'email');
  world.comeBack(tab);
  await world.end(tab, 'left');
  tab.load();
  await world.pass(1000);
  expect(page().shown()).toMatchObject({ firstName, email });
  await checkEnd(world);
});

test('what a page could not keep before it was left joins what another tab has saved since', async () => {
  const { world, tab, page, type, savedAnswers } = await openForm();
  const firstName = type('firstName');
  await world.pass(3500);
  const id = page().draftId() ?? '';
  Object.assign(world.device.disk.faults, { full: 'wholly', localFull: true });
  const email = type('email');
  await world.pass(1000);
  await world.goAway(tab, () => world.device.time.pass(1000));
  expect(tab.isAway()).toBe(true);
  Object.assign(world.device.disk.faults, { full: 'no', localFull: false });
  const passportNumber = await changeInAnotherTab(world, id, 'passportNumber');
  world.comeBack(tab);
  await world.pass(3500);
  expect(page().shown()).toMatchObject({ firstName, email, passportNumber });
  expect(savedAnswers(id)?.answers).toMatchObject({ firstName, email, passportNumber });
  await checkEnd(world);
});

// Seeds 201, run 189, and 204, run 188.
test.each([
  ['was typed into and left', 3500],
  ['is still empty', 0],
])(
  'what is typed into a page shown again after a day stays, at whichever moment, where its draft %s',
  async (_what, ms) => {
    const lost: number[] = [];
    for (let steps = 0; steps < 25; steps += 1) {
      const { world, tab, page, type } = await openForm();
      if (ms > 0) type('firstName');
      await world.pass(ms);
      await world.goAway(tab, () => world.device.time.pass(1000));
      world.device.time.sleep(4 * LIFE_MS);
      world.comeBack(tab);
      for (let step = 0; step < steps; step += 1) await world.device.time.step();
      const id = page().draftId();
      if (world.ownedBy(page()) === undefined || !page().type('email', 'amelia@example.com')) continue;
      await world.device.time.pass(5000);
      if (page().draftId() !== id || page().shown()?.email !== 'amelia@example.com') lost.push(steps);
    }
    expect(lost).toEqual([]);
  },
);

// Seed -514774801, run 209.
test('what is typed into a page shown again, while another tab has its draft, stays there and is saved once it takes over', async () => {
  const { world, tab, page, type, savedAnswers } = await openForm();
  type('firstName');
  await world.pass(3500);
  const id = page().draftId() ?? '';
  await world.goAway(tab, () => world.device.time.pass(1000));
  expect(tab.isAway()).toBe(true);
  const other = world.open();
  await world.pass(1000);
  const there = other.page();
  if (there === undefined) throw new Error('no page is loaded');
  await Promise.all([there.open(id), world.pass(500)]);
  there.show('student-form');
  await world.pass(500);
  typeInto(world, there, 'email');
  await world.pass(3500);
  const email = there.shown()?.email;
  world.comeBack(tab);
  typeInto(world, page(), 'passportNumber');
  const passportNumber = page().shown()?.passportNumber;
  await world.pass(3500);
  expect(page().getState().drafts).toMatchObject({ elsewhere: true, save: { state: 'failed' } });
  expect(page().shown()).toMatchObject({ passportNumber });
  expect(there.getState().drafts).toMatchObject({ elsewhere: false, save: { state: 'saved' } });
  takeOver(world, page());
  await world.pass(3500);
  expect(page().shown()).toMatchObject({ email, passportNumber });
  expect(savedAnswers(id)?.answers).toMatchObject({ email, passportNumber });
  await checkEnd(world);
});
