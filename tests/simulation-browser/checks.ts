import type { Device } from './device.ts';
import { Broken, type Known, type Ledger } from './ledger.ts';
import type { Tab } from './tab.ts';

interface Checked {
  readonly device: Device;
  readonly ledger: Ledger;
  readonly tabs: readonly Tab[];
  readonly isSent: (id: string) => boolean;
}
type Stored = Readonly<Record<string, unknown>>;

const COPY = 'draft-copy:';
const idOf = (value: unknown): string => String((value as Stored).id ?? (value as Stored).draftId ?? '');

/** The confirmed applications that wait on this device to be sent. */
export const waitingEntries = ({ stored }: Device['disk']): readonly Stored[] =>
  (stored('outbox') as Stored[]).filter(({ values }) => values !== undefined);

/** The ids of drafts in every store of this device. */
export function storedIds({ disk }: Device): ReadonlyMap<string, ReadonlySet<string>> {
  const stores = ['drafts', 'documents', 'files', 'quarantine'];
  const found = new Map(stores.map((store) => [store, new Set(disk.stored(store).map(idOf))]));
  found.set('outbox', new Set(waitingEntries(disk).map(idOf)));
  const copies = [...disk.local.keys()].filter((key) => key.startsWith(COPY));
  return found.set('copies', new Set(copies.map((key) => key.slice(COPY.length))));
}

/** Checks what must be true at every moment, regardless of the state of the pages. */
export function checkStored(checked: Checked): void {
  checkNothingCrosses(checked);
  checkNothingGoesEarly(checked);
  checkSending(checked);
}

function checkNothingCrosses({ device, ledger }: Checked): void {
  const check = (id: string, answers: unknown) => {
    for (const [field, text] of Object.entries((answers ?? {}) as Stored)) ledger.mustBelong(id, field, String(text));
  };
  const { disk, server } = device;
  for (const draft of disk.stored('drafts')) check(idOf(draft), (draft as Stored).answers);
  for (const entry of waitingEntries(disk)) check(idOf(entry), entry.values);
  for (const [key, text] of disk.local)
    if (key.startsWith(COPY)) check(key.slice(COPY.length), (JSON.parse(text) as Stored).answers);
  for (const document of disk.stored('documents')) {
    const { draftId, slot, description } = document as { draftId: string; slot: string; description: { name: string } };
    ledger.mustBelong(draftId, slot, description.name);
  }
  for (const { id, body } of server.puts) {
    check(id, body.values);
    for (const { slot, name } of body.documents) ledger.mustBelong(id, slot, name);
  }
}

/** A draft that the page promised to keep is on this device until it expires. */
function checkNothingGoesEarly({ device, ledger, tabs, isSent }: Checked): void {
  const stored = storedIds(device);
  for (const known of ledger.drafts.values()) {
    if (known.deleted !== 'no' || isSent(known.id) || device.time.now() >= known.endsFrom) continue;
    if (!ledger.isPromised(known)) continue;
    const isStored = ['drafts', 'copies', 'quarantine'].some((place) => stored.get(place)?.has(known.id));
    if (!isStored && !tabs.some((tab) => isOnPage(tab, known))) throw new Broken(`${known.id} is gone before its time`);
  }
}

function isOnPage(tab: Tab, { id }: Known): boolean {
  return tab.page()?.draftId() === id;
}

function checkSending({ device, ledger }: Checked): void {
  const { puts, effects } = device.server;
  for (const [index, put] of puts.entries()) {
    const earlier = puts.findLastIndex(({ id }, at) => at < index && id === put.id);
    const before = puts[earlier];
    const isAnew = ledger.confirmations.some(({ id, putsBefore }) => id === put.id && putsBefore > earlier);
    // An earlier body may still have been on the network when the next one was confirmed.
    const bodies = new Set(puts.slice(0, index + 1).flatMap(({ id, text }) => (id === put.id ? [text] : [])));
    const isOneTooMany = bodies.size > ledger.confirmations.filter(({ id }) => id === put.id).length;
    if (before && before.text !== put.text && before.status < 400 && !isAnew && isOneTooMany)
      throw new Broken(`another body was sent for ${put.id} without having been confirmed`);
  }
  for (const effect of effects) {
    if (effects.filter(({ id }) => id === effect.id).length > 1) throw new Broken(`${effect.id} had two effects`);
    const confirmed = ledger.confirmations.filter(({ id }) => id === effect.id);
    const meant = confirmed.filter(({ values }) => values === JSON.stringify(effect.values));
    if (meant.length === 0) throw new Broken(`${effect.id} was sent as it was never confirmed`);
    if (meant.every(({ withdrawn }) => withdrawn))
      throw new Broken(`${effect.id} was sent after it had been withdrawn`);
    const names = listed(
      Object.fromEntries(Object.entries(effect.documents).map(([slot, text]) => [slot, nameIn(text)])),
    );
    if (!meant.some(({ documents }) => listed(documents) === names))
      throw new Broken(
        `${effect.id} was sent with ${names} in place of ${meant.map(({ documents }) => listed(documents))}`,
      );
  }
}

/** A simulated file has its name in its bytes. */
const nameIn = (bytes: string): string => bytes.split(' ')[1] ?? bytes;
const listed = (names: Readonly<Record<string, string>>): string =>
  Object.entries(names)
    .map(([slot, name]) => `${slot}: ${name}`)
    .sort()
    .join(', ');
