import { createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { draftDeleted, draftExpired } from '#features/drafts/draft-events.ts';
import type { DraftsRoot } from '#features/drafts/draft-services.ts';
import type { SentRecord } from '../sent-notes.ts';
import type { OutboxEntry } from './outbox-storage.ts';

/** What the page shows of an entry; the answers stay on the device's disk. */
export type OutboxSummary = Pick<OutboxEntry, 'id' | 'order' | 'applicant' | 'variant' | 'confirmedAt'> &
  Partial<Pick<OutboxEntry, 'failure'>>;

/** An application that the server has and is still processing; its stages are in the api's cache. */
export interface UnderWay {
  readonly id: string;
  readonly applicant: string;
}

export interface OutboxState {
  /** In the order in which they are sent. */
  readonly entries: readonly OutboxSummary[];
  readonly sending: string | null;
  /** What was sent from this browser in the last 24 hours, the newest first; a receipt once it was processed. */
  readonly sent: readonly SentRecord[];
  readonly underWay: readonly UnderWay[];
  /** How many were given up while the page was open: the notice about them is read anew. */
  readonly givenUp: number;
}
export interface WithOutbox {
  /** Absent until the slice was injected. */
  readonly outbox?: OutboxState;
}

const initialState: OutboxState = { entries: [], sending: null, sent: [], underWay: [], givenUp: 0 };

const without = <Item extends { readonly id: string }>(items: readonly Item[], id: string) =>
  items.filter((item) => item.id !== id);

/** Injected into the store once something waits to be sent. */
export const outboxSlice = createSlice({
  name: 'outbox',
  initialState,
  reducers: {
    changed: (state, { payload }: PayloadAction<Partial<Pick<OutboxState, 'entries' | 'sending' | 'sent'>>>) => ({
      ...state,
      ...payload,
    }),
    /** The server has it: from here on it is followed (follow-sent.ts). */
    underWay: (state, { payload }: PayloadAction<UnderWay>) => ({
      ...state,
      underWay: [...without(state.underWay, payload.id), payload],
    }),
    /** It was processed, or the server does not have it after all. */
    ended: (state, { payload }: PayloadAction<string>) => ({ ...state, underWay: without(state.underWay, payload) }),
    givenUp: (state) => ({ ...state, givenUp: state.givenUp + 1 }),
  },
  extraReducers: (builder) => {
    builder.addMatcher(isAnyOf(draftDeleted, draftExpired), (state, { payload: id }) => ({
      ...state,
      entries: without(state.entries, id),
      underWay: without(state.underWay, id),
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

/** Whether the open draft was confirmed and waits to be sent. */
export const selectOpenWaits = ({ outbox = NONE, drafts }: WithOutbox & Pick<DraftsRoot, 'drafts'>): boolean =>
  outbox.entries.some(({ id }) => id === drafts.openId);

/** An entry, and whether it is on its way. */
export interface OutboxPosition {
  readonly entry: OutboxSummary;
  readonly sending: boolean;
}

/** Where a draft stands in the outbox; undefined when nothing of it waits. */
export function outboxPosition({ entries, sending }: OutboxState, draftId: string): OutboxPosition | undefined {
  const entry = entries.find(({ id }) => id === draftId);
  return entry && { entry, sending: sending === draftId };
}
