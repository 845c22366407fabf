// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { waitingEntries } from '#tests/simulation-browser/checks.ts';
import { attach, confirm } from '#tests/simulation-browser/commands/sending.ts';
import { checkEnd } from '#tests/simulation-browser/final-checks.ts';
import { SimFile } from '#tests/simulation-browser/sim-blob.ts';
import { openForm } from './story.ts';

/** Counterexamples of the simulation, each as the shortest story that it told. */

describe('on a disk that cannot be written', () => {
  test('an application that is to be sent again stays aside, and the page continues', async () => {
    const { world, page, confirmed } = await openForm();
    world.device.server.state.refusesNext = 1;
    const id = confirmed();
    await world.pass(5000);
    const failure = () => page().getState().outbox?.entries[0]?.failure?.code;
    expect(failure()).toBe('VALIDATION_FAILED');
    world.device.disk.faults.full = 'wholly';
    await Promise.all([page().retry(id), world.pass(1000)]);
    expect(failure()).toBe('VALIDATION_FAILED');
    world.device.disk.faults.full = 'no';
    await Promise.all([page().retry(id), world.pass(5000)]);
    expect(world.isSent(id)).toBe(true);
  });

  test('a confirmed application can be withdrawn although what was to be sent could not be noted', async () => {
    const { world, page, confirmed } = await openForm();
    const id = confirmed();
    while (waitingEntries(world.device.disk).length === 0) await world.device.time.step();
    world.device.disk.faults.full = 'wholly';
    await world.pass(200);
    expect(world.isSent(id)).toBe(false);
    const meant = world.noteWithdrawing(id);
    const [isWithdrawn] = await Promise.all([page().withdraw(id), world.pass(200)]);
    world.noteWithdrawn(id, meant, isWithdrawn);
    expect(page().isUnderWay(id)).toBe(false);
    await checkEnd(world);
    expect(world.isSent(id)).toBe(false);
  });
});

test('a document exchanged in one tab is sent by another that knows the one before', async () => {
  const { world, tab, page, type, confirmed } = await openForm();
  const id = page().draftId() ?? '';
  type('firstName');
  attach(world, page(), tab, 'passport', 100);
  await world.pass(5000);
  expect(page().documents(id).passport).toMatchObject({ name: 'file-2', state: 'uploaded' });
  await Promise.all([page().create(), world.pass(1000)]);
  const other = world.open();
  await world.pass(1000);
  const exchanging = other.page();
  if (exchanging === undefined) throw new Error('no page is loaded');
  exchanging.show('student-form');
  await Promise.all([exchanging.open(id), world.pass(1000)]);
  attach(world, exchanging, other, 'passport', 200);
  await world.pass(5000);
  for (const one of world.tabs) one.fire('window', 'offline');
  world.device.network.state.online = false;
  type('firstName');
  // From now on either tab may send what waits.
  confirmed();
  await world.pass(1000);
  expect(confirm(world, exchanging, other)).toBe(id);
  await world.pass(1000);
  world.device.network.state.online = true;
  tab.fire('window', 'online');
  await world.pass(60_000);
  expect(page().getState().outbox?.entries).toEqual([]);
  expect(world.device.server.puts.find((put) => put.id === id)?.body.documents).toMatchObject([{ name: 'file-3' }]);
  expect(world.isSent(id)).toBe(true);
});

describe('what is confirmed and withdrawn', () => {
  test('is not sent if this device could not keep it, and its document was still being sent', async () => {
    const { world, page, confirmed } = await openForm();
    const id = page().draftId() ?? '';
    Object.assign(world.device.disk.faults, { full: 'wholly' });
    world.device.network.state.fates.push('slow');
    const file = new SimFile(['%PDF-1.7 file'], 'file', { type: 'application/pdf' }) as unknown as File;
    await Promise.all([page().attach(id, 'passport', file), world.pass(5000)]);
    confirmed();
    await world.pass(1000);
    await Promise.all([page().withdraw(id), world.pass(100)]);
    await world.pass(120_000);
    expect(world.isSent(id)).toBe(false);
  });

  test('is not sent by a tab that waited for its document while another tab withdrew it', async () => {
    const { world, tab, page, confirmed } = await openForm();
    const other = world.open();
    world.device.network.state.fates.push('slow');
    attach(world, page(), tab, 'passport', 100);
    await world.pass(500);
    const id = confirmed();
    await world.pass(1000);
    await Promise.all([other.page()?.withdraw(id), world.pass(100)]);
    await world.pass(120_000);
    expect(world.isSent(id)).toBe(false);
  });

  test('is not sent with a document that took the place of the confirmed one', async () => {
    const { world, tab, page, type, confirmed } = await openForm();
    type('firstName');
    world.device.network.state.online = false;
    attach(world, page(), tab, 'passport', 100);
    await world.pass(1000);
    const id = confirmed();
    await world.pass(1000);
    await world.end(tab, 'left');
    tab.load();
    await world.pass(1000);
    attach(world, page(), tab, 'passport', 100);
    await world.pass(1000);
    world.device.network.state.online = true;
    await world.pass(120_000);
    expect(world.isSent(id)).toBe(false);
    expect(page().getState().outbox?.entries[0]?.failure?.code).toBe('UPLOAD_FAILED');
  });

  // Seed 45, run 163.
  test('is not sent with a document of the same size that took its place while the confirmed one was read', async () => {
    const { world, tab, page, confirmed } = await openForm();
    const id = page().draftId() ?? '';
    world.device.network.state.online = false;
    tab.fire('window', 'offline');
    attach(world, page(), tab, 'cv', 6000);
    while (page().documents(id).cv === undefined) await world.device.time.step();
    expect(page().documents(id).cv).toMatchObject({ state: 'checking' });
    confirmed();
    await world.pass(1000);
    expect(page().isUnderWay(id)).toBe(false);
    attach(world, page(), tab, 'cv', 6000);
    await world.pass(1000);
    world.device.network.state.online = true;
    tab.fire('window', 'online');
    await world.pass(120_000);
    expect(world.isSent(id)).toBe(false);
    expect(page().getState().outbox?.entries[0]?.failure?.code).toBe('UPLOAD_FAILED');
  });

  test('is not sent when its draft is deleted', async () => {
    const { world, page, type, confirmed } = await openForm();
    type('firstName');
    await world.pass(1000);
    world.device.network.state.online = false;
    const id = confirmed();
    await world.pass(1000);
    Object.assign(world.ledger.drafts.get(id) ?? {}, { deleted: 'yes' });
    await Promise.all([page().remove(id), world.pass(100)]);
    world.device.network.state.online = true;
    await world.pass(120_000);
    expect(world.isSent(id)).toBe(false);
  });
});
