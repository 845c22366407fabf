import { useEffect } from 'react';
import type { RejectedFile } from '#components/upload/accepted-files.ts';

/** A slot of the form at the computer that can receive a document from the phone. */
export interface PhoneSlot {
  readonly slot: string;
  readonly label: string;
  /** Puts the file into the slot as if it had been chosen; resolves with the reason if it is refused. */
  readonly onUse: (file: File) => Promise<RejectedFile | undefined>;
  /** Has no document, and may get one. */
  readonly isOpen: boolean;
}

const shown = new Map<string, PhoneSlot>();

/** Lists the slot for the phone while it is on the page. */
export function usePhoneSlot(slot: PhoneSlot): void {
  const name = slot.slot;
  useEffect(() => void shown.set(name, slot));
  useEffect(() => () => void shown.delete(name), [name]);
}

/** The slots of the page that have no document yet, `first` before all others. */
export const openSlots = (first: string): readonly PhoneSlot[] =>
  [...shown.values()]
    .filter(({ isOpen }) => isOpen)
    .sort((one, other) => Number(other.slot === first) - Number(one.slot === first));

/** As it is on the page now. */
export const slotNamed = (name: string): PhoneSlot | undefined => shown.get(name);
