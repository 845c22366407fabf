// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { takeOver, typeInto } from '#tests/simulation-browser/commands/drafts.ts';
import { attach } from '#tests/simulation-browser/commands/sending.ts';
import { sleep } from '#tests/simulation-browser/commands/time.ts';
import { checkEnd } from '#tests/simulation-browser/final-checks.ts';
import { LIFE_MS } from '#tests/simulation-browser/ledger.ts';
import { openForm, openInAnotherTab } from './story.ts';

/** Counterexamples of the simulation, each as the shortest story that it told. */

// Seed 55, run 268.
test('a tab that opens a draft just put away by another has what was typed there while it was', async () => {
  const { world, page, type } = await openForm();
  const other = world.open();
  world.device.disk.faults.localFull = true;
  type('firstName');
  await world.pass(1000);
  const id = page().draftId() ?? '';
  const creating = page().create();
  const text = type('firstName');
  await Promise.all([creating, world.pass(100)]);
  expect(page().draftId()).not.toBe(id);
  await Promise.all([other.page()?.open(id), world.pass(100)]);
  expect(other.page()?.getState().drafts).toMatchObject({ open: { answers: { firstName: text } } });
});

// Seed 103, run 47.
test('a tab that the browser stops while it opens a draft has what another one typed in between when it continues', async () => {
  const lost: number[] = [];
  for (let steps = 0; steps < 40; steps += 1) {
    const { world, tab, page, type } = await openForm();
    type('firstName');
    await world.pass(3500);
    const id = page().draftId() ?? '';
    const other = world.open();
    for (let step = 0; step < steps; step += 1) await world.device.time.step();
    other.freeze(true);
    const email = type('email');
    await world.pass(1000);
    await world.end(tab, 'left');
    other.freeze(false);
    await world.pass(3500);
    const { open: draft, elsewhere } = other.page()?.getState().drafts ?? {};
    if (!elsewhere && draft?.id === id && draft.answers.email !== email) lost.push(steps);
  }
  expect(lost).toEqual([]);
});

test('a draft put away by a tab is opened by another with a document that this device could not keep', async () => {
  const { world, tab, page, type } = await openForm();
  const id = page().draftId() ?? '';
  type('firstName');
  await world.pass(3500);
  world.device.disk.faults.full = 'nearly';
  attach(world, page(), tab, 'passport', 5000);
  await world.pass(3500);
  expect(page().documents(id)).toMatchObject({ passport: { name: 'file-2', kept: false } });
  await Promise.all([page().create(), world.pass(1000)]);
  const other = world.open().page();
  await world.pass(1000);
  if (other === undefined) throw new Error('no page is loaded');
  await Promise.all([other.open(id), world.pass(1000)]);
  other.show('student-form');
  await world.pass(3500);
  expect(other.getState().drafts).toMatchObject({ open: { id }, elsewhere: false });
  expect(other.documents(id)).toMatchObject({ passport: { name: 'file-2', state: 'uploaded' } });
  world.device.disk.faults.full = 'no';
  await checkEnd(world);
});

// Seed 70, run 57.
test('a draft is gone from the screen as well, at whichever moment of its deletion it is opened', async () => {
  const left: number[] = [];
  for (let steps = 0; steps < 30; steps += 1) {
    const { world, page } = await openForm();
    const other = world.open();
    await world.pass(100);
    other.page()?.show('student-form');
    await world.pass(100);
    const id = other.page()?.draftId() ?? '';
    const known = world.ledger.know(id, world.device.time.now());
    known.deleted = 'maybe';
    world.ledger.put(known.answers, 'firstName', world.ledger.make(id, 'firstName', 'text'));
    other.page()?.type('firstName', 'text-1');
    await world.pass(1000);
    expect(world.device.disk.stored('drafts')).toMatchObject([{ id, answers: { firstName: 'text-1' } }]);
    const removal = page().remove(id);
    for (let step = 0; step < steps; step += 1) await world.device.time.step();
    const opening = page().open(id);
    await Promise.all([removal, opening, world.pass(1000)]);
    expect(world.device.disk.stored('drafts')).toEqual([]);
    if (page().draftId() === id) left.push(steps);
  }
  expect(left).toEqual([]);
});

// Seed 106, run 31.
test('what is typed and attached while a draft is being deleted does not bring it back', async () => {
  const cameBack: number[] = [];
  for (let steps = 0; steps < 20; steps += 1) {
    const { world, tab, page, type } = await openForm();
    const id = page().draftId() ?? '';
    type('firstName');
    await world.pass(3500);
    Object.assign(world.ledger.drafts.get(id) ?? {}, { deleted: 'maybe' });
    const removal = page().remove(id);
    type('firstName');
    for (let step = 0; step < steps; step += 1) await world.device.time.step();
    if (page().draftId() === id) attach(world, page(), tab, 'passport', 100);
    const [isGone] = await Promise.all([removal, world.pass(3500)]);
    expect(isGone).toBe(true);
    const left = ['drafts', 'documents', 'files'].flatMap((store) => world.device.disk.stored(store));
    if (JSON.stringify(left).includes(id)) cameBack.push(steps);
  }
  expect(cameBack).toEqual([]);
});

// Seed 70, run 133.
test('a draft that the device does not delete keeps what was typed right after Delete was pressed', async () => {
  const { world, page, type } = await openForm();
  const id = page().draftId() ?? '';
  type('firstName');
  await world.pass(3500);
  Object.assign(world.device.disk.faults, { full: 'wholly', refusesDeletes: true });
  Object.assign(world.ledger.drafts.get(id) ?? {}, { deleted: 'maybe' });
  const removal = page().remove(id);
  const text = type('firstName');
  await Promise.all([removal, world.pass(3500)]);
  await Promise.all([page().open(id), world.pass(1000)]);
  expect(page().shown()?.firstName).toBe(text);
  Object.assign(world.ledger.drafts.get(id) ?? {}, { deleted: 'no' });
  await checkEnd(world);
});

test('a draft that was never saved stays on the screen if nothing on the device can be written or deleted', async () => {
  const { world, page, type } = await openForm();
  const id = page().draftId() ?? '';
  Object.assign(world.device.disk.faults, { full: 'wholly', localFull: true, refusesDeletes: true });
  const text = type('firstName');
  await world.pass(3500);
  Object.assign(world.ledger.drafts.get(id) ?? {}, { deleted: 'maybe' });
  const [isGone] = await Promise.all([page().remove(id), world.pass(3500)]);
  expect([isGone, page().draftId(), page().shown()?.firstName]).toEqual([false, id, text]);
  Object.assign(world.ledger.drafts.get(id) ?? {}, { deleted: 'no' });
  await checkEnd(world);
});

// Seed 62, run 140.
test('a draft has one owner, at whichever moment it is taken from a tab that is opening it', async () => {
  const owners: number[] = [];
  for (let steps = 0; steps < 40; steps += 1) {
    const { world, page, type } = await openForm();
    const id = page().draftId() ?? '';
    type('firstName');
    const [reader, third] = [world.open().page(), world.open().page()];
    await world.pass(3500);
    reader?.show('student-form');
    await Promise.all([reader?.open(id), world.pass(1000)]);
    await Promise.all([page().create(), world.pass(1000)]);
    const opening = third?.open(id);
    for (let step = 0; step < steps; step += 1) await world.device.time.step();
    await Promise.all([opening, reader?.takeOver(), world.pass(3500)]);
    const isOwner = ({ draft, elsewhere }: { draft: string | undefined; elsewhere: boolean | undefined }) =>
      draft === id && elsewhere === false;
    const states = [reader, third].map((one) => ({
      draft: one?.draftId(),
      elsewhere: one?.getState().drafts.elsewhere,
    }));
    owners.push(states.filter(isOwner).length);
  }
  expect(new Set(owners)).toEqual(new Set([1]));
});

describe('a draft that another tab has open', () => {
  // Seed 75, run 205.
  test('is taken over without a document of which this device could keep nothing, nor the one before it', async () => {
    const { world, tab, page, type } = await openForm();
    const id = page().draftId() ?? '';
    type('firstName');
    attach(world, page(), tab, 'passport', 100);
    await world.pass(3500);
    const other = await openInAnotherTab(world, id);
    world.device.disk.faults.full = 'wholly';
    attach(world, page(), tab, 'passport', 100);
    await world.pass(3500);
    expect(page().documents(id)).toMatchObject({ passport: { name: 'file-3', kept: false } });
    takeOver(world, other);
    await world.pass(3500);
    expect(other.documents(id)).toEqual({});
    world.device.disk.faults.full = 'no';
    await checkEnd(world);
  });

  // Seed 61, run 4294.
  test('is taken over with what was typed last, although the disk is full, and lives for another 24 hours', async () => {
    const { world, page, type } = await openForm();
    const id = page().draftId() ?? '';
    type('firstName');
    await world.pass(3500);
    const other = await openInAnotherTab(world, id);
    world.device.disk.faults.full = 'wholly';
    await sleep(world, LIFE_MS - 90_000);
    const last = page();
    typeInto(world, last, 'firstName');
    takeOver(world, other);
    await world.pass(3500);
    expect(other.shown()?.firstName).toBe('text-2');
    expect(last.shown()?.firstName).toBe('text-2');
    await world.pass(120_000);
    await checkEnd(world);
  });

  test('is taken over with the documents as they were exchanged and removed there', async () => {
    const { world, tab, page, type } = await openForm();
    const id = page().draftId() ?? '';
    type('firstName');
    attach(world, page(), tab, 'passport', 100);
    attach(world, page(), tab, 'cv', 100);
    await world.pass(5000);
    const other = await openInAnotherTab(world, id);
    await Promise.all([other.openDocuments(id), world.pass(1000)]);
    expect(other.documents(id)).toMatchObject({ passport: { name: 'file-2' }, cv: { name: 'file-3' } });
    attach(world, page(), tab, 'passport', 100);
    world.ledger.put(world.ledger.know(id, world.device.time.now()).documents, 'cv', '');
    await Promise.all([page().detach(id, 'cv'), world.pass(5000)]);
    takeOver(world, other);
    await world.pass(5000);
    expect(other.documents(id)).toMatchObject({ passport: { name: 'file-4', state: 'uploaded' } });
    expect(Object.keys(other.documents(id))).toEqual(['passport']);
  });

  test('is not removed for its age by a tab that knows nothing of what was typed and could not be saved', async () => {
    const { world, type } = await openForm();
    const other = world.open();
    await world.pass(100);
    await Promise.all([other.page()?.create(), world.pass(100)]);
    type('firstName');
    await world.pass(3500);
    await sleep(world, LIFE_MS - 100_000);
    world.device.disk.faults.full = 'wholly';
    const text = type('email');
    const known = [...world.ledger.drafts.values()][0];
    if (known) world.ledger.touch(known, world.device.time.now());
    await world.pass(100_000);
    expect(world.tabs[0]?.page()?.shown()?.email).toBe(text);
    world.device.disk.faults.full = 'no';
    await checkEnd(world);
  });

  test('is gone an hour after its time although the browser has stopped that tab', async () => {
    const { world, tab, type } = await openForm();
    type('firstName');
    await world.pass(3500);
    world.open();
    await world.pass(100);
    tab.freeze(true);
    await sleep(world, LIFE_MS);
    expect(world.device.disk.stored('drafts')).toHaveLength(1);
    await sleep(world, 3_600_000);
    expect(world.device.disk.stored('drafts')).toEqual([]);
  });

  test('is deleted with what is being typed there, and undoing brings that back', async () => {
    const { world, tab, page, type, savedAnswers } = await openForm();
    type('firstName');
    await world.pass(1000);
    const id = page().draftId() ?? '';
    const other = world.open();
    await world.pass(100);
    const text = type('email');
    Object.assign(world.ledger.drafts.get(id) ?? {}, { deleted: 'yes' });
    await Promise.all([other.page()?.remove(id), world.pass(1500)]);
    expect(savedAnswers(id)).toBeUndefined();
    expect(tab.page()?.draftId()).not.toBe(id);
    await Promise.all([other.page()?.undo(id), world.pass(100)]);
    expect(savedAnswers(id)?.answers.email).toBe(text);
  });
});
