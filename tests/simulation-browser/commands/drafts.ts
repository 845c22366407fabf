import fc from 'fast-check';
import { LIFE_MS } from '../ledger.ts';
import { FIELDS, type Field } from '../page-form.ts';
import type { Program } from '../page-program.ts';
import type { Tab } from '../tab.ts';
import { LATE_WITHIN_MS, type World } from '../world.ts';
import { anyDraft, draftAt, onPage } from './kit.ts';

const anyField: fc.Arbitrary<Field> = fc.constantFrom(...FIELDS);

export function typeInto(world: World, program: Program, field: Field): void {
  const known = world.ownedBy(program);
  if (known === undefined) return;
  const text = world.ledger.make(known.id, field, 'text');
  if (!program.type(field, text)) return;
  world.ledger.put(known.answers, field, text);
  known.typedAt = world.device.time.lived();
  const now = world.device.time.now();
  // Its life starts again with this key, even if its documents are already gone.
  if (now >= known.endsFrom) {
    for (const slot of known.documents.keys()) world.ledger.put(known.documents, slot, '');
    known.looseDocuments = true;
  }
  const isOpenInAnother = world.tabs.some((tab) => {
    const other = tab.page();
    return other !== undefined && other !== program && !tab.isAway() && world.ownedBy(other)?.id === known.id;
  });
  if (!isOpenInAnother) world.ledger.touch(known, now);
  // A page that is shown again does not know that yet: new text stays on its screen and is not saved.
  else Object.assign(known, { looseAnswers: true, lateUntil: now + LATE_WITHIN_MS, endsBy: now + LIFE_MS });
}

const type = onPage('type', (world, program, _tab, field: Field) => typeInto(world, program, field), anyField);

export const draftCommands = [
  { weight: 10, arbitrary: type },
  { weight: 3, arbitrary: onPage('form', (_world, program) => program.show('student-form')) },
  { weight: 1, arbitrary: onPage('home', (_world, program) => program.show('home')) },
  {
    weight: 5,
    arbitrary: onPage(
      'open',
      (world, program, _tab, index: number) => {
        const known = draftAt(world, index);
        if (known) void program.open(known.id).then((opened) => opened && program.show('student-form'));
      },
      anyDraft,
    ),
  },
  {
    weight: 2,
    arbitrary: onPage('create', (_world, program) => void program.create().then(() => program.show('student-form'))),
  },
  { weight: 2, arbitrary: onPage('takeOver', takeOver) },
  { weight: 2, arbitrary: onPage('duplicate', duplicate, anyDraft) },
];

export const keepingCommands = [
  { weight: 1, arbitrary: onPage('delete', remove, anyDraft) },
  { weight: 1, arbitrary: onPage('undo', undo, anyDraft) },
  { weight: 1, arbitrary: onPage('keep', keep) },
];

const isOwnedBy = (program: Program | undefined, id: string): boolean =>
  program?.draftId() === id && !program.getState().drafts.elsewhere;

export function takeOver({ tabs, ledger, device }: World, program: Program): void {
  const id = program.draftId();
  const known = id === undefined ? undefined : ledger.drafts.get(id);
  if (known === undefined || !program.getState().drafts.elsewhere) return;
  const owner = tabs.find((tab) => !tab.isAway() && tab.page() !== program && isOwnedBy(tab.page(), known.id));
  // An owner that cannot answer in time shows its unsaved text and a notice once it wakes.
  if (owner?.isFrozen() || device.disk.faults.localFull) {
    known.looseAnswers = true;
    known.lateUntil = device.time.now() + LATE_WITHIN_MS;
  }
  known.looseDocuments = true;
  // Unsaved text on this screen may come with it.
  if (program.getState().drafts.save.state === 'failed') {
    for (const [place, text] of Object.entries(program.shown() ?? {})) ledger.put(known.answers, place, text);
    known.looseAnswers = true;
    known.lateUntil = device.time.now() + LATE_WITHIN_MS;
  }
  void program.takeOver();
}

function duplicate(world: World, program: Program, tab: Tab, index: number): void {
  const known = draftAt(world, index);
  if (known === undefined) return;
  // If the disk is full, the page tells the person, who then has no copy.
  const copying = program.duplicate(known.id).catch(() => undefined);
  // Recorded even if the page has died since. Its 24 hours start when it is made: the device may have slept before the
  // save.
  const noted = copying.then((copy) => copy && world.ledger.know(copy.id, copy.changedAt, copy.answers));
  world.follow(tab, noted);
}

function remove(world: World, program: Program, tab: Tab, index: number): void {
  const known = draftAt(world, index);
  if (known === undefined || !(known.id in program.getState().drafts.byId)) return;
  const before = known.deleted;
  known.deleted = 'maybe';
  // Its confirmed application must not be sent either, unless it is being sent already.
  world.noteWithdrawing(known.id);
  world.follow(tab, program.remove(known.id), (isGone) => {
    // If the device did not delete it, the page tells the person, and the draft must still be kept.
    known.deleted = isGone ? 'yes' : before;
    // Deleting the draft withdraws what was confirmed of it before.
    world.noteWithdrawn(known.id, world.noteWithdrawing(known.id), isGone);
  });
}

/** Undo restores what was there at the deletion. */
function undo(world: World, program: Program, tab: Tab, index: number): void {
  const known = draftAt(world, index);
  if (known?.deleted !== 'yes') return;
  known.deleted = 'maybe';
  known.looseAnswers = true;
  known.looseDocuments = true;
  world.follow(tab, program.undo(known.id));
}

/** 'Keep it another 24 hours.' */
function keep(world: World, program: Program): void {
  const known = world.ownedBy(program);
  if (known === undefined) return;
  program.keep();
  world.ledger.touch(known, world.device.time.now());
}
