// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { sleep } from '#tests/simulation-browser/commands/time.ts';
import { checkEnd } from '#tests/simulation-browser/final-checks.ts';
import { LIFE_MS } from '#tests/simulation-browser/ledger.ts';
import { SimFile } from '#tests/simulation-browser/sim-blob.ts';
import { openForm } from './story.ts';

/** Counterexamples of the simulation, each as the shortest story that it told. */

test('a document whose draft was never saved, since the page was killed, is gone after 24 hours and not before', async () => {
  const { world, tab, page } = await openForm();
  const id = page().draftId() ?? '';
  const file = new SimFile(['%PDF-1.7 file'], 'file', { type: 'application/pdf' }) as unknown as File;
  void page().attach(id, 'passport', file);
  await world.device.time.pass(0);
  await world.end(tab, 'killed');
  expect(world.device.disk.stored('drafts')).toEqual([]);
  tab.load();
  const kept = () => [...world.device.disk.stored('documents'), ...world.device.disk.stored('files')];
  await sleep(world, LIFE_MS - 120_000);
  expect(kept()).toHaveLength(2);
  await sleep(world, 120_000);
  expect(kept()).toEqual([]);
});

test('a draft that is being typed into at the end of its 24 hours is kept with what is typed', async () => {
  const { world, tab, page, type } = await openForm();
  type('firstName');
  await world.pass(1000);
  const { id, changedAt } = page().getState().drafts.open ?? {};
  world.device.time.sleep(LIFE_MS - 20_000);
  tab.fire('document', 'visibilitychange');
  await world.pass((changedAt ?? 0) + LIFE_MS - world.device.time.now() - 100);
  const text = type('email');
  const known = world.ledger.drafts.get(id ?? '');
  if (known) world.ledger.touch(known, world.device.time.now());
  await world.pass(1000);
  expect(page().draftId()).toBe(id);
  expect(page().shown()?.email).toBe(text);
  await checkEnd(world);
});

describe('a draft that the list does not name', () => {
  const HOURS_24 = 24 * 3_600_000;

  test('is gone after its 24 hours although another one was deleted, which it was too old to replace', async () => {
    const { world, tab, page } = await openForm();
    const id = page().draftId() ?? '';
    const copying = page().duplicate(id);
    await world.pass(0);
    const copy = await copying;
    expect(world.device.disk.stored('drafts')).toEqual([copy]);
    // The watch over the 24 hours looks again within 30 seconds, and not at once.
    tab.setVisible('hidden');
    const removal = page().remove(id);
    world.device.time.sleep(HOURS_24);
    await Promise.all([removal, world.pass(1000)]);
    expect(Object.keys(page().getState().drafts.byId)).not.toContain(copy?.id);
    await world.pass(35_000);
    expect(world.device.disk.stored('drafts')).toEqual([]);
  });

  test('is gone after its 24 hours when the tab that had it open is killed', async () => {
    const { world, tab, page, type } = await openForm();
    type('firstName');
    await world.pass(3500);
    const id = page().draftId();
    tab.freeze(true);
    world.device.time.sleep(HOURS_24);
    const other = world.open();
    await world.pass(1000);
    expect(Object.keys(other.page()?.getState().drafts.byId ?? {})).not.toContain(id);
    expect(world.device.disk.stored('drafts')).toHaveLength(1);
    await world.end(tab, 'killed');
    await world.pass(35_000);
    expect(world.device.disk.stored('drafts')).toEqual([]);
  });
});

// Seed 201, run 280.
test('what is typed into a draft that has waited for more than 24 hours stays, where the disk has no room, when it is withdrawn in another tab', async () => {
  const { world, tab, page, type, confirmed } = await openForm();
  const firstName = type('firstName');
  await world.pass(3500);
  world.device.network.state.online = false;
  tab.fire('window', 'offline');
  const id = confirmed();
  await world.pass(3500);
  const other = world.open();
  await sleep(world, LIFE_MS + 7_200_000);
  world.device.disk.faults.full = 'wholly';
  const email = type('email');
  await world.pass(1000);
  const meant = world.noteWithdrawing(id);
  const [isWithdrawn = false] = await Promise.all([other.page()?.withdraw(id), world.pass(1000)]);
  world.noteWithdrawn(id, meant, isWithdrawn);
  for (let looks = 0; looks < 3; looks += 1) await world.device.time.pass(31_000);
  expect(page().shown()).toMatchObject({ firstName, email });
  world.device.disk.faults.full = 'no';
  await world.device.time.pass(35_000);
  expect(page().getState().drafts).toMatchObject({ open: { id }, save: { state: 'saved' } });
});
