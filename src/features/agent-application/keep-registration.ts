import type { Registration } from './registration.ts';
import { newRegistration, registrationExpiry } from './registration.ts';
import { registrationEvents, selectRegistration, type WithRegistration } from './registration-slice.ts';
import { deleteRegistration, loadRegistration, saveRegistration } from './registration-storage.ts';

/** The part of a Redux store that keeping needs. */
export interface RegistrationStore {
  getState(): WithRegistration;
  dispatch(event: ReturnType<(typeof registrationEvents)[keyof typeof registrationEvents]>): unknown;
  subscribe(listener: () => void): () => void;
}

/** Brings back what waits on this device, or begins a new application. Does nothing while one is open. */
export async function openRegistration(store: RegistrationStore): Promise<void> {
  if (selectRegistration(store.getState()) !== null) return;
  // Where the browser gives nothing, the form works without.
  const waiting = await loadRegistration(Date.now()).catch(() => undefined);
  if (selectRegistration(store.getState()) !== null) return;
  store.dispatch(registrationEvents.opened(waiting ?? newRegistration(Date.now())));
}

/** Ends the open application, on this device too, and begins a new one with a fresh Application ID. */
export async function replaceRegistration(store: RegistrationStore): Promise<void> {
  const current = selectRegistration(store.getState());
  store.dispatch(registrationEvents.opened(newRegistration(Date.now())));
  if (current !== null) await deleteRegistration(current.id).catch(() => {});
}

/**
 * Writes every change of the open application to this device, one write at a time and the newest last, and ends it
 * when its 24 hours are over. Returns what stops it.
 */
export function keepRegistration(store: RegistrationStore): () => void {
  const current = () => selectRegistration(store.getState());
  let written: Registration | null = current();
  let writing = false;
  let expiry: ReturnType<typeof setTimeout> | undefined;

  const write = async () => {
    writing = true;
    for (let next = current(); next !== null && next !== written; next = current()) {
      written = next;
      if (next.revision === 0) continue;
      await keep(store, next);
    }
    writing = false;
  };
  const look = () => {
    const registration = current();
    clearTimeout(expiry);
    if (registration === null) return;
    expiry = setTimeout(() => void replaceRegistration(store), registrationExpiry(registration) - Date.now());
    if (!writing) void write();
  };
  look();
  const unsubscribe = store.subscribe(look);
  return () => {
    unsubscribe();
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
