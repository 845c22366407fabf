import { createSlice, isAnyOf, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit';
import { draftDeleted, draftExpired, draftTakenOver } from '#features/drafts/draft-events.ts';

/**
 * Where a document stands: `checking` while it is hashed and kept, `waiting` for its turn, `uploading`, `retrying` after
 * a failure that may pass, `paused` by the person, `uploaded`, `failed` for good.
 */
export type DocumentState = 'checking' | 'waiting' | 'uploading' | 'retrying' | 'paused' | 'uploaded' | 'failed';

/** A document as the page knows it; its bytes are in IndexedDB. */
export interface DocumentDescriptor extends DocumentAnswers {
  /** A new id for each chosen file: what is reported of a replaced file is recognized by it, and dropped. */
  readonly attachment: string;
  readonly name: string;
  /** Media type. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256?: string | undefined;
  /** The server's id of the upload, once it has begun there (R5.12). */
  readonly uploadId?: string | undefined;
  readonly uploadedBytes: number;
  /** Unknown at first. */
  readonly bytesPerSecond?: number | undefined;
  readonly state: DocumentState;
  /** What the person reads when `state` is `failed`, or `retrying` for another reason than the connection. */
  readonly failure?: string | undefined;
  /** False when this browser could not keep the bytes: closing the page loses them. */
  readonly kept: boolean;
  /** True when it could not even keep the description: after a reload the upload is not found again either. */
  readonly unlisted?: boolean | undefined;
}

/** What the person has answered about an inspected file. It stays on this device. */
export interface DocumentAnswers {
  /** They have read what is wrong with it, and use it anyway. */
  readonly usedAnyway?: boolean | undefined;
  /** They keep a scan that could be smaller. */
  readonly keepsSize?: boolean | undefined;
  /** It is a copy without the password of the file that they chose. */
  readonly unlocked?: boolean | undefined;
}

/**
 * Whether leaving the page would lose this document. One that is uploaded and described needs no bytes on this device; one
 * that failed has to be chosen again anyway.
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
/** `undefined` removes a value. */
export type DocumentChanges = Partial<Omit<DocumentDescriptor, 'attachment'>>;

/** The draft is gone, or another tab has it: this page deals with its documents no longer. */
export const draftLeft = isAnyOf(draftDeleted, draftExpired, draftTakenOver);

/** Injected into the store with the wizard's scripts. */
export const documentsSlice = createSlice({
  name: 'documents',
  initialState: {} as DocumentsState,
  reducers: {
    /** A file was chosen for a slot, in place of an earlier one. */
    attached: (state, { payload }: PayloadAction<DocumentKey & { document: DocumentDescriptor }>) => ({
      ...state,
      [payload.draftId]: { ...state[payload.draftId], [payload.slot]: payload.document },
    }),
    /** Documents of an earlier visit. A file that was chosen since stays. */
    restored: (state, { payload }: PayloadAction<{ draftId: string; documents: DraftDocuments }>) => ({
      ...state,
      [payload.draftId]: { ...payload.documents, ...state[payload.draftId] },
    }),
    /** Ignored for a file that was replaced since. */
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
