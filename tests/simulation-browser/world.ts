import { checkStored, storedIds } from './checks.ts';
import { createDevice, type Programs } from './device.ts';
import { Broken, type Confirmation, createLedger, type Known, LIFE_MS } from './ledger.ts';
import type { Program } from './page-program.ts';
import { createTab, type Tab } from './tab.ts';

/**
 * The longest time from the last key to the disk (docs/decisions/0003-browser-storage.md), including a retry.
 * Milliseconds.
 */
const SAVED_WITHIN_MS = 3000;
const RETRIED_WITHIN_MS = 35_000;
/** The longest time from the last key to the store. */
const TAKEN_IN_WITHIN_MS = 1000;
/** The longest time until a page has checked the clock and its drafts. */
export const SLACK_MS = 40_000;
/** After a draft changed its owner, the old page may still send what it could not save for this long. */
export const LATE_WITHIN_MS = 15_000;

export type World = ReturnType<typeof createWorld>;

/** A device with its tabs, the person in front of it, and the promises to the person. */
export function createWorld(programs: Programs, schedule: number) {
  const device = createDevice(programs, schedule);
  const ledger = createLedger();
  const tabs: Tab[] = [];
  const { time, disk, server, network } = device;
  const broken: unknown[] = [];
  /** When the disk last had a fault, in awake time. */
  let faultyAt = Number.NEGATIVE_INFINITY;
  /** Since when a tab has reported that the disk is behind with a draft. */
  const behindSince = new Map<Tab, { readonly id: string; readonly at: number }>();
  /** When a page was last shown again, in awake time. */
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
  // A fault may also have come and gone in between.
  const isHealthySince = (at: number): boolean => Math.max(faultyAt, disk.failedAt()) < at;

  /** The open draft of a page that owns it. */
  function ownedBy(program: Program): Known | undefined {
    const { open: draft, elsewhere, status } = program.getState().drafts;
    if (draft === null || elsewhere || status !== 'open') return undefined;
    return ledger.know(draft.id, time.now());
  }

  /** What a page reports as saved must equal what was typed. */
  function observe(): void {
    noteFaults();
    for (const tab of tabs) {
      const program = tab.page();
      if (program !== undefined) noteUnkept(program);
      // A page in the back/forward cache is invisible; it has released its draft.
      if (program === undefined || tab.isAway()) continue;
      const { open: draft, save } = program.getState().drafts;
      for (const [place, text] of Object.entries(program.shown() ?? {}))
        if (draft !== null) ledger.mustBelong(draft.id, place, text);
      // If a later release has the draft, an old page cannot save it: the text stays on its screen, with a notice.
      if (draft !== null && isLeftToNext(tab) && save.state === 'failed')
        ledger.know(draft.id, time.now()).looseAnswers = true;
      const known = ownedBy(program);
      if (known !== undefined && tab.release() === 'next') known.isOfNext = true;
      if (known === undefined || draft === null || isSent(known.id)) continue;
      // A page that is shown again has its old state until it has read the disk.
      const isCaughtUp = shownAgainAt.get(tab) !== time.lived();
      // An old page cannot read what a later release left in localStorage; a later page can.
      const canRead = tab.release() === 'next' || !known.isOfNext;
      // The person does not read the screen of a frozen page, and another tab may have its draft.
      if (save.state === 'saved' && draft.revision > 0 && !tab.isFrozen() && isCaughtUp && canRead)
        ledger.settleAnswers(known, draft.answers, time.now());
      // Typed text counts from the moment when it is in the store; an earlier write may have failed since.
      if (save.state === 'unsaved' || time.lived() - known.typedAt < TAKEN_IN_WITHIN_MS)
        known.endsBy = time.now() + LIFE_MS;
      if (isCaughtUp) observeDocuments(known, program);
      if (save.state === 'saved' || save.state === 'failed') behindSince.delete(tab);
      else if (behindSince.get(tab)?.id !== known.id) behindSince.set(tab, { id: known.id, at: time.lived() });
      const since = Math.max(known.typedAt, behindSince.get(tab)?.at ?? time.lived());
      if (time.lived() - since > SAVED_WITHIN_MS && isHealthySince(since - RETRIED_WITHIN_MS))
        throw new Broken(`${tab.name} reports '${save.state}' for ${known.id} long after the last key`);
    }
    if (broken.length > 0) throw broken[0];
    checkStored({ device, ledger, tabs, isSent });
  }

  /** Whether this older page only reads what a later release may have changed. */
  function isLeftToNext(tab: Tab): boolean {
    const isReader = tab.page()?.getState().drafts.elsewhere === true;
    return isReader && tab.release() === 'this' && device.deployed.latest === 'next';
  }

  function hasUnkept(program: Program | undefined, id: string): boolean {
    const documents = Object.values(program?.getState().documents?.[id] ?? {});
    return documents.some(({ kept, state }) => !kept || state === 'checking');
  }

  /** The documents that the page keeps must be those that were attached. */
  function observeDocuments(known: Known, program: Program): void {
    const documents = program.getState().documents?.[known.id];
    const isQuiet = time.lived() - known.documentsAt > SAVED_WITHIN_MS && isHealthySince(known.documentsAt);
    if (documents === undefined || !isQuiet || program.isUnderWay(known.id)) return;
    // Another page may have a document that the device did not accept, and keeps it later.
    if (tabs.some((tab) => hasUnkept(tab.page(), known.id))) return;
    ledger.settleDocuments(
      known,
      Object.fromEntries(Object.entries(documents).map(([slot, { name }]) => [slot, name])),
    );
  }

  /** A document was chosen or removed; the page has not processed that yet. */
  function noteDocuments(known: Known): void {
    known.documentsAt = time.lived();
    known.endsBy = time.now() + LIFE_MS;
  }

  /** The page has processed it: the device may have slept in between. */
  function noteTaken(known: Known): void {
    known.documentsAt = time.lived();
    ledger.touch(known, time.now());
  }

  /**
   * The person withdraws what was confirmed of a draft so far: it is unknown whether it was already sent. Returns what
   * must not be sent if this succeeds. Another page may be writing a confirmation, which `isShown` leaves out.
   */
  function noteWithdrawing(id: string, isShown = (_one: Confirmation) => true): readonly Confirmation[] {
    const confirmed = ledger.confirmations.filter((confirmation) => confirmation.id === id);
    holdBack(confirmed);
    return confirmed.filter(isShown);
  }
  function holdBack(meant: readonly Confirmation[]): void {
    for (const confirmation of meant) Object.assign(confirmation, { kept: false, takenBack: true });
  }
  /** The page was asked to withdraw it. Unless that failed or it was being sent, it must never be sent. */
  function noteWithdrawn(id: string, meant: readonly Confirmation[], isWithdrawn: boolean): void {
    holdBack(meant);
    if (!isWithdrawn || isSent(id) || network.mayStillArrive(id)) return;
    for (const confirmation of meant) confirmation.withdrawn = true;
  }

  /**
   * The result of a page's work, and what the person then knows. An error in it is a broken promise. A page that died
   * before has told the person nothing.
   */
  function follow<Result>(tab: Tab, work: Promise<Result>, then: (result: Result) => void = () => {}): void {
    const program = tab.page();
    const isAlive = () => tab.page() === program;
    work.then(
      (result) => isAlive() && then(result),
      (failure: unknown) => isAlive() && broken.push(failure),
    );
  }

  /** An expired draft is gone from this device, if a page is awake to remove it. */
  function checkExpired(): void {
    const awake = tabs.filter((tab) => !tab.isFrozen() && tab.page()?.getState().drafts.listed);
    if (awake.length === 0 || disk.faults.refusesDeletes) return;
    const stored = storedIds(device);
    for (const { id, endsBy, isOfNext } of ledger.drafts.values()) {
      if (isOfNext && !awake.some((tab) => tab.release() === 'next')) continue;
      const isConfirmed = ledger.confirmations.some((one) => one.id === id);
      // For an hour, only the tab that has it open removes it: no other tab knows its typed text.
      if (tabs.some((tab) => tab.isFrozen() && !tab.isAway() && tab.page()?.draftId() === id)) continue;
      if (isConfirmed || time.now() < endsBy + SLACK_MS || stored.get('quarantine')?.has(id)) continue;
      for (const place of ['drafts', 'documents', 'files', 'copies'])
        if (stored.get(place)?.has(id)) throw new Broken(`${id} is in ${place} after its 24 hours`);
      if (awake.some((tab) => id in (tab.page()?.getState().drafts.byId ?? {})))
        throw new Broken(`${id} is in the list after its 24 hours`);
    }
  }

  /** Lets time pass, then checks every promise. */
  async function pass(ms: number): Promise<void> {
    noteFaults();
    await time.pass(ms);
    observe();
  }

  /** The page says that it must stay open with the draft to keep the document; the file it replaced is gone. */
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
   * What may be lost when a page ends. On an event it saves a copy of the typed text, unless localStorage is full.
   * Without an event it loses at most the last seconds, or what was typed during disk faults.
   */
  function noteEnd(tab: Tab, how: 'left' | 'killed'): void {
    const program = tab.page();
    if (program === undefined) return;
    behindSince.delete(tab);
    const isGentle = how === 'left' && !tab.isFrozen();
    const { open: draft } = program.getState().drafts;
    const known = draft === null ? undefined : ledger.drafts.get(draft.id);
    if (known !== undefined) loosen(known, isGentle);
  }
  function loosen(known: Known, isGentle: boolean): void {
    const recently = Math.max(time.lived() - RETRIED_WITHIN_MS, 0);
    const isKept = isGentle
      ? !disk.faults.localFull
      : time.lived() - known.typedAt > SAVED_WITHIN_MS && isHealthySince(recently);
    if (!isKept) known.looseAnswers = true;
    // Lost text has renewed nothing.
    if (!isKept || !isGentle) known.endsFrom = Math.min(known.endsFrom, known.savedEndsFrom);
    known.looseDocuments = true;
  }

  async function end(tab: Tab, how: 'left' | 'killed'): Promise<void> {
    noteEnd(tab, how);
    if (tab.isAway()) endLateness(tab, 0);
    if (how === 'killed' || tab.isFrozen()) tab.kill();
    else await tab.leave();
  }

  /** When a page is shown again, it still has what it could not save before. */
  function endLateness(tab: Tab, afterMs: number): void {
    const known = ledger.drafts.get(tab.page()?.draftId() ?? '');
    if (known?.lateUntil === Number.POSITIVE_INFINITY) known.lateUntil = time.now() + afterMs;
  }

  /** Another site replaces the page, which may return; until then it promises the same as a page that was left. */
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
