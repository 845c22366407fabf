// @vitest-environment node
import { beforeAll, describe, expect, test } from 'vitest';
import { attach, confirm } from '#tests/simulation-browser/commands/sending.ts';
import { sleep } from '#tests/simulation-browser/commands/time.ts';
import { buildPrograms, type Programs } from '#tests/simulation-browser/device.ts';
import { checkEnd } from '#tests/simulation-browser/final-checks.ts';
import { LIFE_MS } from '#tests/simulation-browser/ledger.ts';
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
  const confirmed = (): string => {
    const id = confirm(world, page(), tab);
    if (id === undefined) throw new Error('nothing could be confirmed');
    return id;
  };
  const savedAnswers = (id: string | undefined) =>
    world.device.disk.stored('drafts').find((draft) => (draft as { id: string }).id === id) as
      | { readonly answers: Readonly<Record<string, unknown>> }
      | undefined;
  return { world, tab, page, type, confirmed, savedAnswers };
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
  const save = () => page().getState().application.save.state;
  expect(save()).toBe('unsaved');
  for (let waited = 0; save() !== 'saved' && waited < 3000; waited += 10) await world.pass(10);
  expect(savedAnswers(page().draftId())?.answers.firstName).toBe(text);
});

describe('on a disk that cannot be written', () => {
  test('an application that is to be sent again stays aside, and the page goes on', async () => {
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
    while (world.device.disk.stored('outbox').length === 0) await world.device.time.step();
    world.device.disk.faults.full = 'wholly';
    await world.pass(200);
    expect(world.isSent(id)).toBe(false);
    await Promise.all([page().withdraw(id), world.pass(200)]);
    world.noteWithdrawn(id);
    expect(page().isUnderWay(id)).toBe(false);
    await checkEnd(world);
    expect(world.isSent(id)).toBe(false);
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

describe('a draft that another tab has open', () => {
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

  test('is taken over with what is typed there also when that cannot be saved', async () => {
    const { world, page, type } = await openForm();
    type('firstName');
    await world.pass(1000);
    const id = page().draftId() ?? '';
    const other = world.open();
    await world.pass(100);
    await Promise.all([other.page()?.open(id), world.pass(100)]);
    other.page()?.show('student-form');
    await world.pass(100);
    world.device.disk.faults.full = 'wholly';
    const text = type('email');
    await Promise.all([other.page()?.takeOver(), world.pass(500)]);
    expect(other.page()?.shown()?.email).toBe(text);
    world.device.disk.faults.full = 'no';
    await checkEnd(world);
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

test('a draft in which somebody is typing at the end of its 24 hours is kept with what is typed', async () => {
  const { world, tab, page, type } = await openForm();
  type('firstName');
  await world.pass(1000);
  const { id, changedAt } = page().getState().application.draft ?? {};
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

  test('is gone after its 24 hours although somebody deleted another one and it was too old to take its place', async () => {
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

describe('what is confirmed and withdrawn', () => {
  test('is not sent where this device could not keep it, and its document was still on its way', async () => {
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

test('a draft is kept when somebody sets the clock and the disk fails at that moment', async () => {
  const { world, tab, type, savedAnswers, page } = await openForm();
  const text = type('firstName');
  await world.pass(3500);
  const id = page().draftId();
  world.device.disk.faults.abortNext = 1;
  world.device.time.setClock(400 * LIFE_MS);
  tab.fire('document', 'visibilitychange');
  await world.pass(35_000);
  await world.end(tab, 'left');
  tab.load();
  await world.pass(35_000);
  expect(savedAnswers(id)?.answers.firstName).toBe(text);
});

test('an application is not given up for its age when somebody sets the clock', async () => {
  const { world, tab, page, type, confirmed } = await openForm();
  world.device.network.state.fates.push('lost');
  type('firstName');
  const id = confirmed();
  page().show('home');
  await world.pass(0);
  world.device.time.setClock(10 * LIFE_MS);
  tab.fire('document', 'visibilitychange');
  await world.pass(35_000);
  expect(world.isSent(id)).toBe(true);
});
