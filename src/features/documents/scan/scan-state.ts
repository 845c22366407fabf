import { createRecordHolder } from '#platform/holder.ts';
import type { KeptPage, PageItem } from './kept-pages.ts';

/** The work on one slot's pages, as the dialog shows it. */
export interface ScanState {
  /** In page order; undefined until they were read from this device. */
  readonly items: readonly PageItem[] | undefined;
  /** What this device kept could not be read. */
  readonly isLost: boolean;
  /** Why files could not be read, by their ids. */
  readonly failures: ReadonlyMap<string, unknown>;
  /** Pages that the disk does not have: closing the browser loses them. */
  readonly unkept: ReadonlySet<string>;
  /** The last write failed. */
  readonly isUnsaved: boolean;
  /** The page that was removed last, and its place. */
  readonly removed?: { readonly item: KeptPage; readonly at: number } | undefined;
}

const BLANK: ScanState = { items: undefined, isLost: false, failures: new Map(), unkept: new Set(), isUnsaved: false };

/** Holds the state of the work on one slot, and calls who watches it. */
export function createScanState() {
  const { state, change, subscribe, isWatched } = createRecordHolder(BLANK);
  const items = () => state().items ?? [];
  return {
    state,
    /** The files and pages. Empty until they are read. */
    items,
    find: (id: string) => items().find((item) => item.id === id),
    set: change,
    isWatched,
    subscribe,
  };
}
export type ScanStateHolder = ReturnType<typeof createScanState>;

/** Changes the state, begins the draft's 24 hours again, and resolves once it is written or could not be. */
export type ChangeItems = (next: readonly PageItem[], changes?: Partial<ScanState>) => Promise<void>;
