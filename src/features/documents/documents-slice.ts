import { createSlice, isAnyOf, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import { draftDeleted, draftExpired, draftTakenOver } from '#features/drafts/draft-events.ts';

/**
 * What becomes of a document:
 * `checking` its bytes are being kept and hashed, `waiting` for its turn, `uploading`,
 * `retrying` after the connection failed, `paused` by the person, `uploaded`, `failed` for good.
 */
export type DocumentState = 'checking' | 'waiting' | 'uploading' | 'retrying' | 'paused' | 'uploaded' | 'failed';

/** A document as the page knows it; its bytes are in IndexedDB. */
export interface DocumentDescriptor {
  /** Made new whenever a file is chosen, so that news of a replaced file is told from news of the present one. */
  readonly attachment: string;
  readonly name: string;
  /** Media type. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256?: string | undefined;
  /** What the server calls the upload, once it was begun there (contract §7 "Drafts and uploads"). */
  readonly uploadId?: string | undefined;
  readonly uploadedBytes: number;
  /** How fast it goes; unknown at first. */
  readonly bytesPerSecond?: number | undefined;
  readonly state: DocumentState;
  /** In words for the person, when `state` is `failed`, or `retrying` for another reason than the connection. */
  readonly failure?: string | undefined;
  /** False when this browser could not keep the bytes: they are lost with the page. */
  readonly kept: boolean;
  /** Nor could it note that there is such a document: what was uploaded is not found again after a reload either. */
  readonly unlisted?: boolean | undefined;
}

/**
 * Whether leaving the page would lose this document: what is uploaded and noted needs no bytes on this device, and what
 * cannot be sent has to be chosen again anyway.
 */
export const isOnlyHere = ({ kept, state, unlisted }: DocumentDescriptor): boolean =>
  !kept && state !== 'failed' && (unlisted === true || state !== 'uploaded');

export type DraftDocuments = Readonly<Record<string, DocumentDescriptor>>;
/** Draft id → slot → document. */
export type DocumentsState = Readonly<Record<string, DraftDocuments>>;
/** What of the state the documents read. */
export interface DocumentsRoot {
  /** Absent until the slice was injected. */
  readonly documents?: DocumentsState;
}

interface DocumentKey {
  readonly draftId: string;
  readonly slot: string;
}
/** `undefined` takes a value away. */
export type DocumentChanges = Partial<Omit<DocumentDescriptor, 'attachment'>>;

/** This page has no more to do with a draft's documents: the draft is gone, or another tab has it. */
export const draftLeft = isAnyOf(draftDeleted, draftExpired, draftTakenOver);

/** Injected into the store with the wizard's scripts. */
export const documentsSlice = createSlice({
  name: 'documents',
  initialState: {} as DocumentsState,
  reducers: {
    /** A file was chosen for a slot, in place of what may have been there. */
    attached: (state, { payload }: PayloadAction<DocumentKey & { document: DocumentDescriptor }>) => ({
      ...state,
      [payload.draftId]: { ...state[payload.draftId], [payload.slot]: payload.document },
    }),
    /** What an earlier visit left; a file chosen in the meantime stays. */
    restored: (state, { payload }: PayloadAction<{ draftId: string; documents: DraftDocuments }>) => ({
      ...state,
      [payload.draftId]: { ...payload.documents, ...state[payload.draftId] },
    }),
    /** What is reported of a document that was replaced meanwhile is dropped. */
    progressed: (state, { payload }: PayloadAction<DocumentKey & { attachment: string; changes: DocumentChanges }>) => {
      const { draftId, slot, attachment, changes } = payload;
      const document = state[draftId]?.[slot];
      if (document?.attachment !== attachment) return state;
      return { ...state, [draftId]: { ...state[draftId], [slot]: { ...document, ...changes } } };
    },
    removed: (state, { payload: { draftId, slot } }: PayloadAction<DocumentKey>) => {
      const { [slot]: _removed, ...rest } = state[draftId] ?? {};
      return { ...state, [draftId]: rest };
    },
  },
  extraReducers: (builder) => {
    builder.addMatcher(draftLeft, (state, { payload }) => {
      const { [payload]: _left, ...rest } = state;
      return rest;
    });
  },
});

export const documentsEvents = documentsSlice.actions;

/** The part of a Redux store that the documents use; it has the listener middleware. */
export interface DocumentsStore {
  getState(): DocumentsRoot;
  dispatch(event: UnknownAction): unknown;
}

const NONE: DraftDocuments = {};
export const selectDraftDocuments = (state: DocumentsRoot, draftId: string): DraftDocuments =>
  state.documents?.[draftId] ?? NONE;
export const selectDocument = (state: DocumentsRoot, draftId: string, slot: string): DocumentDescriptor | undefined =>
  state.documents?.[draftId]?.[slot];
