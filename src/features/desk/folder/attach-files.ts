import { PDF_ONLY } from '#components/upload/accepted-files.ts';
import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import type { SlotLimits } from '#features/documents/document-checks.ts';
import { documentsEngine } from '#features/documents/documents-engine.ts';
import { selectDocument, selectDraftDocuments } from '#features/documents/documents-slice.ts';
import { waitForState } from '#features/documents/wait-for-state.ts';
import { keepDraft } from '#features/drafts/draft-actions.tsx';
import { slotsOf } from '#features/drafts/draft-database.ts';
import { selectDrafts } from '#features/drafts/drafts-slice.ts';
import type { SubmissionThunk } from '#features/submission/submission-services.ts';
import { GONE, releaseDraft, takeDraft } from '../take-draft.ts';
import type { SlotPlace } from './match-files.ts';
import type { FolderStudent } from './plan-files.ts';

/** A file with its place; `index` is its own among those that were chosen. */
export interface FileToAttach {
  readonly index: number;
  readonly file: File;
  readonly place: SlotPlace;
  /** The person wants this document instead of the present one. */
  readonly replaces: boolean;
}

/** Whether a file was attached, or why not, in words. `isKept` is false if only this page has it yet. */
export type AttachOutcome = { readonly isKept: boolean } | { readonly why: string };

interface AttachOptions {
  readonly students: readonly FolderStudent[];
  readonly onEach: (index: number, outcome: AttachOutcome) => void;
  /** Asked before each file. */
  readonly isStopped: () => boolean;
}

const LIMITS: SlotLimits = { types: PDF_ONLY, pdf: true, totalBytes: TOTAL_DOCUMENT_BYTES };
const CHANGED = 'The passport number or e-mail of this student has changed. Choose the files again';
const TAKEN_OVER = 'Another tab has opened this student. Check there if the document is attached';
const TAKEN = 'This student has a new document here. Attach again to replace it';
const NO_ROOM = 'Not started: this device has no room left';
const STOPPED = 'Not started';
const FAILED = 'This did not work. Attach the file again';

/**
 * Attaches files through the engine that a form uses: one student after the other, each of them this tab's meanwhile, and
 * one file after the other, so that one is in memory at a time. Ends where this device takes no more. Never rejects.
 */
export const attachFiles =
  (files: readonly FileToAttach[], { students, onEach, isStopped }: AttachOptions): SubmissionThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const attached: SlotPlace[] = [];
    // A slow disk may say so only when the next file is under way.
    const isFull = () => attached.some(({ id, slot }) => selectDocument(getState(), id, slot)?.kept === false);
    for (const student of students) {
      const own = files.filter(({ place }) => place.id === student.id);
      if (own.length === 0) continue;
      const before = attached.length;
      for (const one of own) {
        const why = isFull() ? NO_ROOM : isStopped() ? STOPPED : undefined;
        const outcome: AttachOutcome =
          why === undefined ? await dispatch(attachTo(student, one)).catch(() => ({ why: FAILED })) : { why };
        if ('isKept' in outcome) attached.push(one.place);
        onEach(one.index, outcome);
      }
      // A form saves its draft with the new time; of one that rests it is written here. Where that fails it ends sooner.
      if (attached.length > before) await dispatch(keepDraft(student.id)).catch(() => false);
      dispatch(releaseDraft(student.id));
    }
  };

/** Reads the student again for each file, because another tab may have taken the draft over or deleted it. */
const attachTo =
  ({ id, passportNumber, email }: FolderStudent, file: FileToAttach): SubmissionThunk<Promise<AttachOutcome>> =>
  async (dispatch) => {
    const draft = await dispatch(takeDraft(id));
    if (typeof draft === 'string') return { why: draft };
    const { passportNumber: passport = '', email: address = '' } = draft.answers;
    return passport === passportNumber && address === email ? dispatch(attachOne(file)) : { why: CHANGED };
  };

/** Attaches one file, and waits until this device has it, or does not take it. */
const attachOne =
  ({ file, place: { id, slot }, replaces }: FileToAttach): SubmissionThunk<Promise<AttachOutcome>> =>
  async (dispatch, getState) => {
    // Where the disk cannot be read, the list knows what it had.
    const kept = await slotsOf(id).catch(() => selectDrafts(getState())[id]?.slots ?? []);
    const here = Object.keys(selectDraftDocuments(getState(), id));
    if (!replaces && [...here, ...kept].includes(slot)) return { why: TAKEN };
    const rejected = await dispatch(documentsEngine()).attach(id, slot, file, LIMITS);
    if (rejected) return { why: rejected.message };
    const attachment = selectDocument(getState(), id, slot)?.attachment;
    return waitForState({ dispatch, getState }, (state): AttachOutcome | undefined => {
      const document = selectDocument(state, id, slot);
      if (document === undefined || document.attachment !== attachment)
        return { why: id in selectDrafts(getState()) ? TAKEN_OVER : GONE };
      if (document.state === 'checking') return undefined;
      // It could not be read.
      return document.state === 'failed' ? { why: document.failure ?? FAILED } : { isKept: document.kept };
    });
  };
