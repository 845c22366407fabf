import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { draftDeleted, draftExpired } from '#features/drafts/draft-events.ts';
import type { DraftsRoot } from '#features/drafts/draft-services.ts';
import type { SentRecord } from '../sent-records.ts';
import type { OutboxEntry } from './outbox-storage.ts';

/** The parts of an entry that the page shows; the answers stay in IndexedDB. */
export type OutboxSummary = Pick<OutboxEntry, 'id' | 'order' | 'applicant' | 'variant' | 'confirmedAt'> &
  Partial<Pick<OutboxEntry, 'failure'>>;

/** An accepted application that is not processed yet; its stages are in RTK Query's cache. */
export interface ProcessingApplication {
  readonly id: string;
  readonly applicant: string;
}

export interface OutboxState {
  /** In the order in which they are sent. */
  readonly entries: readonly OutboxSummary[];
  readonly sending: string | null;
  /** Sent from this browser in the last 24 hours, newest first; a receipt once it is processed. */
  readonly sent: readonly SentRecord[];
  readonly processing: readonly ProcessingApplication[];
  /** How many expired while the page was open: a change makes the notice read them again. */
  readonly expired: number;
}
export interface WithOutbox {
  /** Absent until the slice is injected. */
  readonly outbox?: OutboxState;
}

const initialState: OutboxState = { entries: [], sending: null, sent: [], processing: [], expired: 0 };

const without = <Item extends { readonly id: string }>(items: readonly Item[], id: string) =>
  items.filter((item) => item.id !== id);

/** Injected into the store when the first application is queued. */
export const outboxSlice = createSlice({
  name: 'outbox',
  initialState,
  reducers: {
    changed: (state, { payload }: PayloadAction<Partial<Pick<OutboxState, 'entries' | 'sending' | 'sent'>>>) => ({
      ...state,
      ...payload,
    }),
    /** Starts polling (follow-sent.ts). */
    processingStarted: (state, { payload }: PayloadAction<ProcessingApplication>) => ({
      ...state,
      processing: [...without(state.processing, payload.id), payload],
    }),
    /** Processed, or unknown to the server. */
    ended: (state, { payload }: PayloadAction<string>) => ({
      ...state,
      processing: without(state.processing, payload),
    }),
    entryExpired: (state) => ({ ...state, expired: state.expired + 1 }),
  },
  extraReducers: (builder) => {
    builder.addMatcher(isAnyOf(draftDeleted, draftExpired), (state, { payload: id }) => ({
      ...state,
      entries: without(state.entries, id),
      processing: without(state.processing, id),
    }));
  },
});

export const outboxEvents = outboxSlice.actions;

const NONE = initialState;
export const selectOutbox = ({ outbox = NONE }: WithOutbox): OutboxState => outbox;
export const selectSent = ({ outbox = NONE }: WithOutbox): readonly SentRecord[] => outbox.sent;
export const selectSentOf = (state: WithOutbox, id: string | undefined): SentRecord | undefined =>
  selectSent(state).find((sent) => sent.id === id);

export const summaryOf = ({ id, order, applicant, variant, confirmedAt, failure }: OutboxEntry): OutboxSummary => ({
  id,
  order,
  applicant,
  variant,
  confirmedAt,
  ...(failure && { failure }),
});

/** Whether the open draft is in the outbox. */
export const selectOpenWaits = ({ outbox = NONE, drafts }: WithOutbox & Pick<DraftsRoot, 'drafts'>): boolean =>
  outbox.entries.some(({ id }) => id === drafts.open?.id);

/** An entry, and whether it is being sent. */
export interface OutboxPosition {
  readonly entry: OutboxSummary;
  readonly sending: boolean;
}

/** The outbox entry of a draft; undefined if it has none. */
export function outboxPosition({ entries, sending }: OutboxState, draftId: string): OutboxPosition | undefined {
  const entry = entries.find(({ id }) => id === draftId);
  return entry && { entry, sending: sending === draftId };
}
