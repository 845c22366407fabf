import { storedIds, waitingEntries } from './checks.ts';
import { Broken, type Known } from './ledger.ts';
import type { Program } from './page-program.ts';
import { SLACK_MS, type World } from './world.ts';

/** After this time a page has made all its automatic retries. Milliseconds. */
const LONG = 120_000;
const SHORT = 2000;
/** A confirmed application that could not be sent expires after seven days. */
const OUTBOX_LIFE_MS = 7 * 24 * 3_600_000;

/**
 * Ends all faults. A person who opens the page then finds everything that was promised, and what was confirmed arrives.
 */
export async function checkEnd(world: World): Promise<void> {
  const { device, ledger, tabs, pass } = world;
  heal(world);
  if (tabs.every((tab) => tab.page() === undefined)) world.open();
  await pass(LONG);
  for (const tab of tabs) await world.end(tab, 'left');
  device.deployed.release = device.deployed.latest;
  const program = world.open().page();
  await pass(SHORT);
  program?.show('student-form');
  await pass(LONG);
  if (program === undefined) return;
  await sendRefused(world, program);
  for (const known of ledger.drafts.values()) await checkDraft(world, program, known);
  checkSent(world);
  const stored = storedIds(device);
  for (const { id, deleted } of ledger.drafts.values())
    for (const [place, ids] of stored)
      if (deleted === 'yes' && ids.has(id)) throw new Broken(`${id} was deleted and is in ${place}`);
}

function heal({ device, tabs, comeBack }: World): void {
  Object.assign(device.disk.faults, { full: 'no', localFull: false, abortNext: 0, refusesDeletes: false });
  Object.assign(device.network.state, { online: true, fates: [] });
  device.server.state.refusesNext = 0;
  for (const tab of tabs) {
    tab.freeze(false);
    comeBack(tab);
    tab.setVisible('visible');
    tab.fire('window', 'online');
  }
}

/** The person presses 'Try again' for what the server refused. */
async function sendRefused({ pass }: World, program: Program): Promise<void> {
  for (const { id, failure } of program.getState().outbox?.entries ?? []) if (failure) void program.retry(id);
  await pass(LONG);
}

async function checkDraft(world: World, program: Program, known: Known): Promise<void> {
  const { device, ledger, pass, isSent } = world;
  const isMeant = known.deleted === 'no' && ledger.isPromised(known) && device.time.now() < known.endsFrom;
  if (isSent(known.id)) return;
  if (known.deleted === 'no' && !isMeant && device.time.now() < known.endsBy + SLACK_MS) return;
  if (!isMeant) {
    const isConfirmed = ledger.confirmations.some(({ id }) => id === known.id);
    if (known.deleted === 'no' && !isConfirmed && storedIds(device).get('drafts')?.has(known.id))
      throw new Broken(`${known.id} is there after its 24 hours`);
    return;
  }
  if (!(known.id in program.getState().drafts.byId)) throw new Broken(`${known.id} is not in the list`);
  void program.open(known.id);
  await pass(SHORT);
  if (isSent(known.id)) return;
  const { open: draft } = program.getState().drafts;
  if (draft?.id !== known.id) throw new Broken(`${known.id} cannot be opened`);
  ledger.settleAnswers(known, draft.answers, device.time.now());
  void program.openDocuments(known.id);
  await pass(SHORT);
  const documents = program.documents(known.id);
  ledger.settleDocuments(known, Object.fromEntries(Object.entries(documents).map(([slot, { name }]) => [slot, name])));
}

/** Each confirmed and kept application has reached the server, or shows why not. */
function checkSent({ device, ledger, isSent }: World): void {
  for (const { id, kept, withdrawn, at } of ledger.confirmations) {
    if (!kept || withdrawn || isSent(id) || device.time.now() - at >= OUTBOX_LIFE_MS) continue;
    const entry = waitingEntries(device.disk).find((one) => one.id === id);
    const { failure } = (entry ?? {}) as { failure?: { code: string } };
    if (failure === undefined) throw new Broken(`${id} was confirmed and ${entry ? 'still waits' : 'is gone'}`);
  }
}
