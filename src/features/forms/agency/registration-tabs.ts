import { createDraftTabs, type DraftTabs } from '#features/drafts/tabs.ts';
import { type RegistrationStore, registrationEvents, selectRegistration, selectSave } from './registration-slice.ts';
import { saveRegistration } from './registration-storage.ts';

/** The one registration of this device, whatever its id: two tabs would write over each other. */
const PLACE = 'registration';

export interface RegistrationTabs {
  /** Makes this tab the one that fills it; resolves to false when another tab does. */
  hold(): Promise<boolean>;
  /** The same, from another tab if need be: that one writes what it has and lets go. */
  takeOver(): Promise<void>;
  release(): void;
}

const known = new WeakMap<RegistrationStore, RegistrationTabs>();

/** What this page has with the other tabs of this browser; made at the first call. */
export function registrationTabsOf(store: RegistrationStore): RegistrationTabs {
  const made = known.get(store) ?? connect(store);
  known.set(store, made);
  return made;
}

function connect(store: RegistrationStore): RegistrationTabs {
  const giveAway = () => store.dispatch(registrationEvents.takenOver());
  const tabs: DraftTabs = createDraftTabs({
    async onWanted() {
      const registration = selectRegistration(store.getState());
      const behind = registration !== null && selectSave(store.getState()) !== 'saved';
      // Nothing more is written from here on; where the disk takes nothing, the other tab begins with what it has.
      giveAway();
      if (behind) await saveRegistration(registration).catch(() => {});
    },
    onLost: giveAway,
    onNotice: () => {},
  });
  return { hold: () => tabs.hold(PLACE), takeOver: () => tabs.takeOver(PLACE), release: () => tabs.release(PLACE) };
}
