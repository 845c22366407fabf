import { DRAFT_LIFE_MS } from '#features/drafts/draft.ts';
import { ageOf, watchClock } from '#platform/age.ts';
import type { Registration } from './registration.ts';
import { newRegistration, registrationExpiry } from './registration.ts';
import { keepCopy } from './registration-copy.ts';
import {
  type RegistrationStore,
  registrationEvents,
  selectElsewhere,
  selectRegistration,
  selectSave,
} from './registration-slice.ts';
import { deleteRegistration, isConfirmed, loadRegistration, saveRegistration } from './registration-storage.ts';
import { registrationTabsOf } from './registration-tabs.ts';

/**
 * Brings back what waits on this device, or begins a new application; where another tab fills it, that is noted. Does
 * nothing while one is open.
 */
export async function openRegistration(store: RegistrationStore): Promise<void> {
  if (selectRegistration(store.getState()) !== null) return;
  // Where the browser gives nothing, the form works without.
  const waiting = await loadRegistration(Date.now()).catch(() => undefined);
  if (selectRegistration(store.getState()) !== null) return;
  store.dispatch(registrationEvents.opened(waiting ?? newRegistration(Date.now())));
  if (!(await registrationTabsOf(store).hold())) store.dispatch(registrationEvents.takenOver());
}

/** Brings the registration here from the tab that fills it, with all that was written there. */
export async function takeOverRegistration(store: RegistrationStore): Promise<void> {
  await registrationTabsOf(store).takeOver();
  const latest = await loadRegistration(Date.now()).catch(() => undefined);
  const shown = selectRegistration(store.getState());
  store.dispatch(registrationEvents.opened(latest ?? shown ?? newRegistration(Date.now())));
}

/** Ends the open application, on this device too, and begins a new one with a fresh Application ID. */
export async function replaceRegistration(store: RegistrationStore): Promise<void> {
  const current = selectRegistration(store.getState());
  store.dispatch(registrationEvents.opened(newRegistration(Date.now())));
  if (current !== null) await deleteRegistration(current.id).catch(() => {});
  // Ended where it was only read: another tab fills the fresh one.
  if (!(await registrationTabsOf(store).hold())) store.dispatch(registrationEvents.takenOver());
}

/**
 * Ends a registration that came to its end while nobody looked. Resolves to false, and leaves it as it is, when another
 * tab has it open: there its end is shown.
 */
export async function endRegistration(store: RegistrationStore, id: string): Promise<boolean> {
  const tabs = registrationTabsOf(store);
  if (!(await tabs.hold())) return false;
  const open = selectRegistration(store.getState());
  if (open?.id === id) await replaceRegistration(store);
  else await deleteRegistration(id).catch(() => {});
  if (open === null) tabs.release();
  return true;
}

/** A timer does not run while the device sleeps, and a clock may be set: at least this often the clock is asked. */
const LOOK_EVERY_MS = 30_000;

/**
 * Writes every change of the open application to this device, one write at a time and the newest last, and ends it
 * when its 24 hours are over; on leaving the page keeps a synchronous copy of what the disk does not have yet. Returns
 * what stops it.
 */
export function keepRegistration(store: RegistrationStore): () => void {
  const current = () => selectRegistration(store.getState());
  // What changed while nobody kept it is written now.
  let written = selectSave(store.getState()) === 'saved' ? current() : null;
  let writing = false;
  let expiry: ReturnType<typeof setTimeout> | undefined;
  const clock = watchClock();

  const write = async () => {
    writing = true;
    for (let next = current(); next !== null && next !== written; next = current()) {
      written = next;
      if (next.revision === 0 || selectElsewhere(store.getState())) continue;
      await keep(store, next);
    }
    writing = false;
  };
  const isOver = ({ changedAt }: Registration) => ageOf(changedAt, Date.now()) >= DRAFT_LIFE_MS;
  const lookAtAge = async () => {
    if (clock.wasSet()) store.dispatch(registrationEvents.renewed(Date.now()));
    const registration = current();
    const isEnding = registration !== null && isOver(registration) && !(await isConfirmed(registration.id));
    if (isEnding && current() === registration) await replaceRegistration(store);
    wait(LOOK_EVERY_MS);
  };
  const wait = (ms: number) => {
    clearTimeout(expiry);
    if (!leaving.signal.aborted) expiry = setTimeout(() => void lookAtAge(), Math.min(LOOK_EVERY_MS, ms));
  };
  const look = () => {
    const registration = current();
    clearTimeout(expiry);
    if (registration === null) return;
    wait(registrationExpiry(registration) - Date.now());
    if (!writing) void write();
  };
  const leaving = new AbortController();
  look();
  const unsubscribe = store.subscribe(look);
  const leave = () => {
    const registration = current();
    if (registration !== null && selectSave(store.getState()) !== 'saved') keepCopy(registration);
  };
  // On the window, so that the form has told what was typed last: it listens while the event is on its way down.
  for (const event of ['pagehide', 'visibilitychange']) {
    window.addEventListener(event, leave, { signal: leaving.signal });
  }
  return () => {
    unsubscribe();
    leaving.abort();
    clearTimeout(expiry);
  };
}

async function keep(store: RegistrationStore, registration: Registration): Promise<void> {
  try {
    await saveRegistration(registration);
    // It was replaced while it was being written.
    if (selectRegistration(store.getState())?.id !== registration.id) await deleteRegistration(registration.id);
    else store.dispatch(registrationEvents.saved(registration.revision));
  } catch {
    store.dispatch(registrationEvents.saveFailed());
  }
}
