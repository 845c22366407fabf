import fc from 'fast-check';
import { storedIds, waitingEntries } from '../checks.ts';
import { FATES } from '../network.ts';
import type { Program } from '../page-program.ts';
import { SimFile } from '../sim-blob.ts';
import type { Tab } from '../tab.ts';
import type { World } from '../world.ts';
import { anyDraft, draftAt, onPage, outside } from './kit.ts';

const anySlot = fc.constantFrom('passport', 'cv');
/** Sizes in bytes: one that fits on a nearly full disk, and one that does not. */
const anySize = fc.constantFrom(100, 6000);

/** A PDF with its name in its bytes. */
function pdf(name: string, size: number): File {
  const text = `%PDF-1.7 ${name} `.padEnd(size, '.');
  return new SimFile([text], name, { type: 'application/pdf' }) as unknown as File;
}

export function attach(world: World, program: Program, tab: Tab, slot: string, size: number): void {
  const known = world.ownedBy(program);
  if (known === undefined || program.isUnderWay(known.id)) return;
  const name = world.ledger.make(known.id, slot, 'file');
  const { full, abortNext } = world.device.disk.faults;
  // A document that no disk accepted is lost with its page, and the file that it replaced is gone.
  if (full !== 'no' || abortNext > 0) world.ledger.put(known.documents, slot, '');
  world.ledger.put(known.documents, slot, name);
  world.noteDocuments(known);
  world.follow(tab, program.attach(known.id, slot, pdf(name, size)), () => world.noteTaken(known));
}

function detach(world: World, program: Program, tab: Tab, slot: string): void {
  const known = world.ownedBy(program);
  if (known === undefined || program.isUnderWay(known.id) || !(slot in program.documents(known.id))) return;
  world.ledger.put(known.documents, slot, '');
  const removing = program.detach(known.id, slot);
  // The 24 hours start at the press: the device may sleep before the disk has removed it.
  world.noteTaken(known);
  world.follow(tab, removing, () => {
    known.documentsAt = world.device.time.lived();
  });
}

/** Presses 'Confirm & Submit Application'; undefined if nothing can be confirmed. */
export function confirm({ device, ledger, follow, ownedBy }: World, program: Program, tab: Tab): string | undefined {
  const known = ownedBy(program);
  const confirmed = known && program.confirm();
  if (known === undefined || confirmed === undefined) return undefined;
  const { id, application, kept } = confirmed;
  const names = application.documents.map(({ slot, name }): [string, string] => [slot, name]);
  const confirmation = {
    ...{ id, values: JSON.stringify(application.values), documents: Object.fromEntries(names) },
    ...{
      putsBefore: device.server.puts.length,
      withdrawn: false,
      takenBack: false,
      kept: false,
      isWritten: false,
      by: program,
      at: device.time.now(),
    },
  };
  // It replaces an earlier one, which is no longer promised, whether or not the device can keep this one.
  for (const earlier of ledger.confirmations) if (earlier.id === id) earlier.kept = false;
  ledger.confirmations.push(confirmation);
  const isWaiting = () => waitingEntries(device.disk).some((entry) => entry.id === id);
  const written = () => Object.assign(confirmation, { isWritten: true });
  kept.then(written, written);
  follow(tab, kept, () => {
    confirmation.kept = !confirmation.takenBack && isWaiting();
  });
  return id;
}

function withdraw(world: World, program: Program, tab: Tab, index: number): void {
  const known = draftAt(world, index);
  if (known === undefined || !world.ledger.confirmations.some(({ id }) => id === known.id)) return;
  // If the device could not keep it, only the page that sends it offers it.
  const { outbox, submission } = program.getState();
  if (!submission?.[known.id] && !outbox?.entries.some(({ id }) => id === known.id)) return;
  const meant = world.noteWithdrawing(known.id, ({ by, isWritten }) => isWritten || by === program);
  world.follow(tab, program.withdraw(known.id), (isWithdrawn) => world.noteWithdrawn(known.id, meant, isWithdrawn));
}

/** A confirmed application waits for a connection, and its document is replaced by one of the same size. */
async function exchange(world: World, program: Program, tab: Tab, ms: number): Promise<void> {
  setOnline(world, false);
  attach(world, program, tab, 'passport', 100);
  await world.pass(ms);
  if (tab.page() === program && confirm(world, program, tab) !== undefined) {
    await world.pass(1000);
    if (tab.page() === program) attach(world, program, tab, 'passport', 100);
  }
  await world.pass(1000);
  setOnline(world, true);
}

/**
 * While one tab waits for the document of a confirmed application, the person withdraws the application in another tab.
 */
async function withdrawInAnother(world: World, program: Program, tab: Tab): Promise<void> {
  const other = world.tabs.find((one) => one !== tab && one.page() !== undefined && !one.isFrozen()) ?? world.open();
  await world.pass(500);
  world.device.network.state.fates.unshift('slow');
  attach(world, program, tab, 'passport', 100);
  await world.pass(500);
  const id = tab.page() === program ? confirm(world, program, tab) : undefined;
  await world.pass(1000);
  const withdrawing = other.page();
  // If the device could not keep it, no other tab offers to withdraw it.
  const isKept = storedIds(world.device)
    .get('outbox')
    ?.has(id ?? '');
  if (id === undefined || withdrawing === undefined || !isKept) return;
  const meant = world.noteWithdrawing(id);
  world.follow(other, withdrawing.withdraw(id), (isWithdrawn) => world.noteWithdrawn(id, meant, isWithdrawn));
  await world.pass(35_000);
}

function setOnline({ device, tabs }: World, online: boolean): void {
  device.network.state.online = online;
  for (const tab of tabs) tab.fire('window', online ? 'online' : 'offline');
}

export const sendingCommands = [
  { weight: 1, arbitrary: onPage('exchange', exchange, fc.constantFrom(0, 1, 1000)) },
  { weight: 1, arbitrary: onPage('withdraw in another tab', withdrawInAnother) },
  { weight: 4, arbitrary: onPage('attach', attach, anySlot, anySize) },
  { weight: 1, arbitrary: onPage('detach', detach, anySlot) },
  { weight: 4, arbitrary: onPage('confirm', (world, program, tab) => void confirm(world, program, tab)) },
  { weight: 2, arbitrary: onPage('withdraw', withdraw, anyDraft) },
  {
    weight: 1,
    arbitrary: onPage(
      'retry',
      (world, program, tab, index: number) => {
        const known = draftAt(world, index);
        if (known) world.follow(tab, program.retry(known.id));
      },
      anyDraft,
    ),
  },
  {
    weight: 2,
    arbitrary: outside('online', fc.boolean(), setOnline),
  },
  {
    weight: 3,
    arbitrary: outside('requests', fc.array(fc.constantFrom(...FATES), { maxLength: 6 }), ({ device }, fates) => {
      device.network.state.fates.push(...fates);
    }),
  },
  {
    weight: 1,
    arbitrary: outside('server refuses', fc.constant(1), ({ device }, count) => {
      device.server.state.refusesNext = count;
    }),
  },
  {
    weight: 1,
    arbitrary: outside('server loses uploads', fc.constant('all'), ({ device }) => device.server.uploads.loseAll()),
  },
];
