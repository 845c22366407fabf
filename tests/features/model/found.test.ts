// @vitest-environment node
import { beforeAll, describe, expect, test } from 'vitest';
import { buildPrograms, type Programs } from '#tests/simulation-browser/device.ts';
import { checkEnd } from '#tests/simulation-browser/final-checks.ts';
import { SimFile } from '#tests/simulation-browser/sim-blob.ts';
import { createWorld } from '#tests/simulation-browser/world.ts';

/** Counterexamples of the simulation, each as the shortest story that it told. */

let programs: Programs;
beforeAll(async () => {
  programs = await buildPrograms();
});

/** A device with one tab on the student's form. */
async function openForm() {
  const world = createWorld(programs, 0);
  const tab = world.open();
  await world.pass(100);
  const page = () => {
    const program = tab.page();
    if (program === undefined) throw new Error('no page is loaded');
    return program;
  };
  page().show('student-form');
  await world.pass(100);
  const type = (field: 'firstName' | 'email'): string => {
    const known = world.ownedBy(page());
    if (known === undefined) throw new Error('no draft is open');
    const text = world.ledger.make(known.id, field, 'text');
    expect(page().type(field, text)).toBe(true);
    world.ledger.put(known.answers, field, text);
    return text;
  };
  const savedAnswers = (id: string | undefined) =>
    world.device.disk.stored('drafts').find((draft) => (draft as { id: string }).id === id) as
      | { readonly answers: Readonly<Record<string, unknown>> }
      | undefined;
  return { world, tab, page, type, savedAnswers };
}

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

  test('is kept on leaving also when there was no room for its copy as another draft took its place', async () => {
    const { world, tab, page, type } = await openForm();
    Object.assign(world.device.disk.faults, { full: 'wholly', localFull: true });
    type('firstName');
    await world.pass(1000);
    await Promise.all([page().create(), world.pass(1000)]);
    world.device.disk.faults.localFull = false;
    await world.end(tab, 'left');
    tab.load();
    await checkEnd(world);
  });
});

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

test('a document whose draft was never saved, since the page was killed, does not stay on the device', async () => {
  const { world, tab, page } = await openForm();
  const id = page().draftId() ?? '';
  const file = new SimFile(['%PDF-1.7 file'], 'file', { type: 'application/pdf' }) as unknown as File;
  void page().attach(id, 'passport', file);
  await world.device.time.pass(0);
  expect(world.device.disk.stored('files')).toHaveLength(1);
  await world.end(tab, 'killed');
  expect(world.device.disk.stored('drafts')).toEqual([]);
  tab.load();
  await world.pass(1000);
  expect([...world.device.disk.stored('documents'), ...world.device.disk.stored('files')]).toEqual([]);
});
