import { checkStored } from './checks.ts';
import { createDevice, type Programs } from './device.ts';
import { Broken, createLedger, type Known } from './ledger.ts';
import type { Program } from './page-program.ts';
import { createTab, type Tab } from './tab.ts';

/** From the last key to the disk (docs/decisions/saved-state.md), and a failed save is tried again. Milliseconds. */
const SAVED_WITHIN_MS = 3000;
const RETRIED_WITHIN_MS = 35_000;

export type World = ReturnType<typeof createWorld>;

/** A device with its tabs, the person in front of it, and what that person was promised. */
export function createWorld(programs: Programs, schedule: number) {
  const device = createDevice(programs, schedule);
  const ledger = createLedger();
  const tabs: Tab[] = [];
  const { time, disk, server } = device;
  /** When the disk last had a fault, in time lived through. */
  let faultyAt = Number.NEGATIVE_INFINITY;
  /** Since when a tab has said that the disk is behind. */
  const behindSince = new Map<Tab, number>();
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
    disk.faults.abortNext > 0 ||
    tabs.some((tab) => tab.isFrozen());
  const noteFaults = () => {
    if (isFaulty()) faultyAt = time.lived();
  };
  /** Whether the server has it: then its draft may go at any time. */
  const isSent = (id: string): boolean => server.has(id);
  const isHealthySince = (at: number): boolean => faultyAt < at;

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
      if (program === undefined) continue;
      const { draft, save } = program.getState().application;
      for (const [place, text] of Object.entries(program.shown() ?? {}))
        if (draft !== null) ledger.mustBelong(draft.id, place, text);
      const known = ownedBy(program);
      if (known === undefined || draft === null || isSent(known.id)) continue;
      if (save.state === 'saved' && draft.revision > 0) ledger.settleAnswers(known, draft.answers);
      if (save.state === 'saved' || save.state === 'failed') behindSince.delete(tab);
      else if (!behindSince.has(tab)) behindSince.set(tab, time.lived());
      const since = Math.max(known.typedAt, behindSince.get(tab) ?? time.lived());
      if (time.lived() - since > SAVED_WITHIN_MS && isHealthySince(since - RETRIED_WITHIN_MS))
        throw new Broken(`${tab.name} says '${save.state}' of ${known.id} long after the last key`);
    }
    checkStored({ device, ledger, tabs, isSent });
  }

  /** Lets time go by, then looks whether everything is as promised. */
  async function pass(ms: number): Promise<void> {
    noteFaults();
    await time.pass(ms);
    observe();
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
    for (const id of program.held()) loosen(ledger.know(id, time.now()), isGentle);
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
    known.looseDocuments = true;
  }

  async function end(tab: Tab, how: 'left' | 'killed'): Promise<void> {
    noteEnd(tab, how);
    if (how === 'killed' || tab.isFrozen()) tab.kill();
    else await tab.leave();
  }

  return { device, ledger, tabs, open, end, pass, observe, ownedBy, isSent, isFaulty, noteFaults };
}
