import { checkStored, storedIds } from './checks.ts';
import { createDevice, type Programs } from './device.ts';
import { Broken, type Confirmation, createLedger, type Known, LIFE_MS } from './ledger.ts';
import type { Program } from './page-program.ts';
import { createTab, type Tab } from './tab.ts';

/** From the last key to the disk (docs/decisions/0003-browser-storage.md), and a failed save is tried again. Milliseconds. */
const SAVED_WITHIN_MS = 3000;
const RETRIED_WITHIN_MS = 35_000;
/** From the last key to the store. */
const TAKEN_IN_WITHIN_MS = 1000;
/** A page looks at the clock at least this often, and goes through its drafts. */
export const SLACK_MS = 40_000;
/** So long after a draft has another owner, its page may still bring what it could not save. */
export const LATE_WITHIN_MS = 15_000;

export type World = ReturnType<typeof createWorld>;

/** A device with its tabs, the person in front of it, and what that person was promised. */
export function createWorld(programs: Programs, schedule: number) {
  const device = createDevice(programs, schedule);
  const ledger = createLedger();
  const tabs: Tab[] = [];
  const { time, disk, server, network } = device;
  const broken: unknown[] = [];
  /** When the disk last had a fault, in time lived through. */
  let faultyAt = Number.NEGATIVE_INFINITY;
  /** Since when a tab has said that the disk is behind with a draft. */
  const behindSince = new Map<Tab, { readonly id: string; readonly at: number }>();
  /** When a page was last shown again, in time lived through. */
  const shownAgainAt = new Map<Tab, number>();
  let names = 0;

  const open = (copied?: ReadonlyMap<string, string>): Tab => {
    names += 1;
    const tab = createTab(device, `tab ${names}`, copied);
    tabs.push(tab);
    return tab;
  };
  const isFaulty = () =>
    disk.faults.full !== 'no' ||
    disk.faults.localFull ||
    disk.faults.refusesDeletes ||
    disk.faults.abortNext > 0 ||
    tabs.some((tab) => tab.isFrozen() && !tab.isAway());
  const noteFaults = () => {
    if (isFaulty()) faultyAt = time.lived();
  };
  /** Whether the server has it: then its draft may go at any time. */
  const isSent = (id: string): boolean => server.has(id);
  // A fault may also have come and gone while time went by.
  const isHealthySince = (at: number): boolean => Math.max(faultyAt, disk.failedAt()) < at;

  /** The open draft of a page that owns it. */
  function ownedBy(program: Program): Known | undefined {
    const { draft, elsewhere, status } = program.getState().application;
    if (draft === null || elsewhere || status !== 'open') return undefined;
    return ledger.know(draft.id, time.now());
  }

  /** What a page says is saved must be what was typed. */
  function observe(): void {
    noteFaults();
    for (const tab of tabs) {
      const program = tab.page();
      if (program !== undefined) noteUnkept(program);
      // No person sees the screen of a page that is kept for the way back; it has released its draft.
      if (program === undefined || tab.isAway()) continue;
      const { draft, save } = program.getState().application;
      for (const [place, text] of Object.entries(program.shown() ?? {}))
        if (draft !== null) ledger.mustBelong(draft.id, place, text);
      // What an old page cannot save, since a later release has the draft, stays on its screen, with a notice.
      if (draft !== null && isLeftToNext(tab) && save.state === 'failed')
        ledger.know(draft.id, time.now()).looseAnswers = true;
      const known = ownedBy(program);
      if (known !== undefined && tab.release() === 'next') known.isOfNext = true;
      if (known === undefined || draft === null || isSent(known.id)) continue;
      // A page that is shown again is as it was left, until it has looked at the disk.
      const isCaughtUp = shownAgainAt.get(tab) !== time.lived();
      // A page of the release before cannot read what a later one has typed and left in localStorage; a later one will.
      const canRead = tab.release() === 'next' || !known.isOfNext;
      // No person reads the screen of a stopped page, and another tab may have its draft by now.
      if (save.state === 'saved' && draft.revision > 0 && !tab.isFrozen() && isCaughtUp && canRead)
        ledger.settleAnswers(known, draft.answers, time.now());
      // Typed text that is not taken in yet counts from the moment when it is; an earlier write may have failed since.
      if (save.state === 'unsaved' || time.lived() - known.typedAt < TAKEN_IN_WITHIN_MS)
        known.endsBy = time.now() + LIFE_MS;
      if (isCaughtUp) observeDocuments(known, program);
      if (save.state === 'saved' || save.state === 'failed') behindSince.delete(tab);
      else if (behindSince.get(tab)?.id !== known.id) behindSince.set(tab, { id: known.id, at: time.lived() });
      const since = Math.max(known.typedAt, behindSince.get(tab)?.at ?? time.lived());
      if (time.lived() - since > SAVED_WITHIN_MS && isHealthySince(since - RETRIED_WITHIN_MS))
        throw new Broken(`${tab.name} says '${save.state}' of ${known.id} long after the last key`);
    }
    if (broken.length > 0) throw broken[0];
    checkStored({ device, ledger, tabs, isSent });
  }

  /** Whether a page of the release before only reads what a later one may have changed. */
  function isLeftToNext(tab: Tab): boolean {
    const isReader = tab.page()?.getState().application.elsewhere === true;
    return isReader && tab.release() === 'this' && device.deployed.latest === 'next';
  }

  function hasUnkept(program: Program | undefined, id: string): boolean {
    const documents = Object.values(program?.getState().documents?.[id] ?? {});
    return documents.some(({ kept, state }) => !kept || state === 'checking');
  }

  /** What the page keeps of the documents must be what was attached. */
  function observeDocuments(known: Known, program: Program): void {
    const documents = program.getState().documents?.[known.id];
    const isQuiet = time.lived() - known.documentsAt > SAVED_WITHIN_MS && isHealthySince(known.documentsAt);
    if (documents === undefined || !isQuiet || program.isUnderWay(known.id)) return;
    // Another page may hold a document that the device did not take. That page keeps it later.
    if (tabs.some((tab) => hasUnkept(tab.page(), known.id))) return;
    ledger.settleDocuments(
      known,
      Object.fromEntries(Object.entries(documents).map(([slot, { name }]) => [slot, name])),
    );
  }

  /** A document was chosen, or removed; the page has not taken it in yet. */
  function noteDocuments(known: Known): void {
    known.documentsAt = time.lived();
    known.endsBy = time.now() + LIFE_MS;
  }

  /** The page has it: a device may have slept in between. */
  function noteTaken(known: Known): void {
    known.documentsAt = time.lived();
    ledger.touch(known, time.now());
  }

  /** The person takes back what was confirmed of a draft until now: it is not known yet whether it was already sent. */
  function noteWithdrawing(id: string): readonly Confirmation[] {
    const meant = ledger.confirmations.filter((confirmation) => confirmation.id === id);
    holdBack(meant);
    return meant;
  }
  function holdBack(meant: readonly Confirmation[]): void {
    for (const confirmation of meant) Object.assign(confirmation, { kept: false, takenBack: true });
  }
  /** The page was asked to take it back: unless it could not, or it was being sent, it must never be sent. */
  function noteWithdrawn(id: string, meant: readonly Confirmation[], isWithdrawn: boolean): void {
    holdBack(meant);
    if (!isWithdrawn || isSent(id) || network.mayStillArrive(id)) return;
    for (const confirmation of meant) confirmation.withdrawn = true;
  }

  /**
   * What a page promises to end with, and what the person knows then; what goes wrong in it is a broken promise. A page
   * that died in the meantime has said nothing to anyone.
   */
  function follow<Result>(tab: Tab, work: Promise<Result>, then: (result: Result) => void = () => {}): void {
    const program = tab.page();
    const isAlive = () => tab.page() === program;
    work.then(
      (result) => isAlive() && then(result),
      (failure: unknown) => isAlive() && broken.push(failure),
    );
  }

  /** Whose 24 hours are over is gone from this device, as long as a page is awake to see to it. */
  function checkExpired(): void {
    const awake = tabs.filter((tab) => !tab.isFrozen() && tab.page()?.getState().drafts.listed);
    if (awake.length === 0 || disk.faults.refusesDeletes) return;
    const stored = storedIds(device);
    for (const { id, endsBy, isOfNext } of ledger.drafts.values()) {
      if (isOfNext && !awake.some((tab) => tab.release() === 'next')) continue;
      const isConfirmed = ledger.confirmations.some((one) => one.id === id);
      // Only the tab that has it open removes it, for an hour: no other tab knows what was typed there.
      if (tabs.some((tab) => tab.isFrozen() && !tab.isAway() && tab.page()?.draftId() === id)) continue;
      if (isConfirmed || time.now() < endsBy + SLACK_MS || stored.get('quarantine')?.has(id)) continue;
      for (const place of ['drafts', 'documents', 'files', 'copies'])
        if (stored.get(place)?.has(id)) throw new Broken(`${id} is in ${place} after its 24 hours`);
      if (awake.some((tab) => id in (tab.page()?.getState().drafts.byId ?? {})))
        throw new Broken(`${id} is in the list after its 24 hours`);
    }
  }

  /** Lets time go by, then looks whether everything is as promised. */
  async function pass(ms: number): Promise<void> {
    noteFaults();
    await time.pass(ms);
    observe();
  }

  /** The page says that it has to stay open, and have the draft, for such a document; what it took the place of is gone. */
  function noteUnkept(program: Program): void {
    for (const [id, documents] of Object.entries(program.getState().documents ?? {})) {
      const known = ledger.know(id, time.now());
      for (const [slot, { name, kept, state }] of Object.entries(documents)) {
        if (kept && state !== 'checking') continue;
        known.looseDocuments = true;
        const candidates = known.documents.get(slot) ?? [];
        if (!kept && !candidates.includes('')) known.documents.set(slot, [...candidates, '', name]);
      }
    }
  }

  /**
   * What a page may take with it when it ends. By an event it keeps a copy of what is typed, unless localStorage is full;
   * without one it loses at most what was typed in the last seconds, or while the disk had faults.
   */
  function noteEnd(tab: Tab, how: 'left' | 'killed'): void {
    const program = tab.page();
    if (program === undefined) return;
    behindSince.delete(tab);
    const isGentle = how === 'left' && !tab.isFrozen();
    const { draft } = program.getState().application;
    const known = draft === null ? undefined : ledger.drafts.get(draft.id);
    if (known !== undefined) loosen(known, isGentle);
  }
  function loosen(known: Known, isGentle: boolean): void {
    const recently = Math.max(time.lived() - RETRIED_WITHIN_MS, 0);
    const isKept = isGentle
      ? !disk.faults.localFull
      : time.lived() - known.typedAt > SAVED_WITHIN_MS && isHealthySince(recently);
    if (!isKept) known.looseAnswers = true;
    // What was lost has renewed nothing.
    if (!isKept || !isGentle) known.endsFrom = Math.min(known.endsFrom, known.savedEndsFrom);
    known.looseDocuments = true;
  }

  async function end(tab: Tab, how: 'left' | 'killed'): Promise<void> {
    noteEnd(tab, how);
    if (tab.isAway()) endLateness(tab, 0);
    if (how === 'killed' || tab.isFrozen()) tab.kill();
    else await tab.leave();
  }

  /** What a page could keep nowhere before it was left it still has when it is shown again. */
  function endLateness(tab: Tab, afterMs: number): void {
    const known = ledger.drafts.get(tab.page()?.draftId() ?? '');
    if (known?.lateUntil === Number.POSITIVE_INFINITY) known.lateUntil = time.now() + afterMs;
  }

  /** Another site takes a page's place, which may come back; until then it promises as much as one that was left. */
  async function goAway(tab: Tab, rest: () => Promise<void>): Promise<void> {
    noteEnd(tab, 'left');
    const known = ledger.drafts.get(tab.page()?.draftId() ?? '');
    if (known !== undefined && disk.faults.localFull) known.lateUntil = Number.POSITIVE_INFINITY;
    await tab.goAway(rest);
    if (!tab.isAway() && known !== undefined) known.lateUntil = Number.NEGATIVE_INFINITY;
  }
  function comeBack(tab: Tab): void {
    endLateness(tab, LATE_WITHIN_MS);
    shownAgainAt.set(tab, time.lived());
    tab.comeBack();
  }

  return {
    ...{ device, ledger, tabs, open, end, goAway, comeBack, pass, observe, ownedBy, isSent },
    ...{ noteDocuments, noteTaken, noteWithdrawing, noteWithdrawn, follow, checkExpired },
  };
}
