import { addListener, type Reducer, type ThunkAction, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import type { Persistor } from 'redux-persist';
import type { viewSlice } from '#platform/view-slice.ts';
import type { Draft, DraftVariant } from './draft.ts';
import type { WholeDraft } from './draft-database.ts';
import type { DraftsState } from './drafts-slice.ts';

/** The part of the state that the drafts read. */
export interface DraftsRoot {
  readonly drafts: DraftsState;
  readonly view: ReturnType<typeof viewSlice.reducer>;
}

/** What a tab tells the others about a draft. */
export type DraftNotice =
  /** It has new answers on the disk. */
  | { readonly type: 'saved'; readonly id: string }
  /** It is gone from this device. */
  | { readonly type: 'deleted'; readonly id: string };

/** Which tab owns a draft (tabs.ts). */
export interface DraftTabs {
  /** Makes this tab the owner of a draft. Resolves to false if another tab owns it. */
  acquire(id: string): Promise<boolean>;
  /** Takes a draft over from its owner, which has a second to save and release it. */
  takeOver(id: string): Promise<void>;
  /** Whether another tab has taken a draft since this tab got its lock. */
  wasTaken(id: string): boolean;
  release(id: string): void;
  announce(notice: DraftNotice): void;
  close(): void;
}

/** Removes other data with a 24-hour life that is too old at `now`, in milliseconds since 1970. */
export type RemoveOld = (now: number) => unknown;

/** A draft that was deleted since the page was opened. Nothing of it is on the disk, so leaving the page ends it. */
interface Deletion {
  readonly whole: WholeDraft;
  /** Whether it was on the screen, so that undoing brings it back there. */
  readonly wasOpen: boolean;
}

/** The services that the drafts share with every thunk and listener, and those that they need from the page. */
export interface DraftServices {
  /** Exchanges the reducer of the drafts: redux-persist wraps it when the first draft is opened. */
  readonly replaceDrafts: (reducer: Reducer<DraftsState>) => void;
  /** Loads the functions that delete old data of other features. */
  readonly loadCleanups: () => Promise<readonly RemoveOld[]>;
  readonly deletions: Map<string, Deletion>;
  /** Drafts deleted in this page; pending writes must not restore them. */
  readonly removed: Set<string>;
  /** save-draft.ts */
  persistor?: Persistor;
  /** tabs.ts */
  tabs?: DraftTabs;
  /** Last version of the open draft that this tab read or wrote. Anything newer on disk came from another tab. */
  lastKnown?: Draft;
  /** Resolves once the drafts of this device are listed (list-drafts.ts). */
  listing?: Promise<void>;
  /** The draft that the person asked for last: its id, or which kind of new draft (open-draft.ts). */
  wanted?: string;
  /** The form that the person asked for last (open-draft.ts). */
  wantedVariant?: DraftVariant;
  /** Whether the page watches the drafts of this device (watch-drafts.ts). */
  watchesDrafts?: true;
  /** Stops the saving every 30 seconds and on leaving the page (save-draft.ts). */
  stopAutosave?: () => void;
  /** Stops the watch over the 24 hours (expiry.ts). */
  stopExpiry?: () => Promise<void>;
}

export const createDraftServices = (needs: Pick<DraftServices, 'replaceDrafts' | 'loadCleanups'>): DraftServices => ({
  ...needs,
  deletions: new Map(),
  removed: new Set(),
});

export type DraftThunk<Result = void> = ThunkAction<Result, DraftsRoot, DraftServices, UnknownAction>;
export type DraftDispatch = ThunkDispatch<DraftsRoot, DraftServices, UnknownAction>;

/** The part of the store for code that lives longer than a thunk. */
export interface DraftStore {
  readonly dispatch: DraftDispatch;
  readonly getState: () => DraftsRoot;
}

/** Makes an action that adds a listener to what happens to drafts. */
export const addDraftListener = addListener.withTypes<DraftsRoot, DraftDispatch, DraftServices>();
