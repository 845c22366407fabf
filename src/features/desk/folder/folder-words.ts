import { EMPTY_FILE } from '#components/upload/accepted-files.ts';
import { formatSize } from '#domain/format/size.ts';
import { studentDocuments, TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import type { FolderStudent, PlannedFile } from './plan-files.ts';

/** So many documents, in words. */
export const documentsInWords = (count: number): string => (count === 1 ? '1 document' : `${count} documents`);
/** So many files, in words. */
export const filesInWords = (count: number): string => (count === 1 ? '1 file' : `${count} files`);

/** What became of all the files that were chosen, once attaching has ended. */
export function endInWords(attached: number, chosen: number): string {
  const rest = chosen - attached;
  if (attached === 0) return `No file is attached. You can see the reason below each file`;
  const added = `${filesInWords(attached)} added and uploading`;
  return rest === 0 ? added : `${added}. ${filesInWords(rest)} ${rest === 1 ? 'is' : 'are'} not used`;
}

export const LOSES_SIGNATURE =
  'A digital signature is not valid in this PDF. To keep it, choose the files again, and attach the signed one alone';

export const NO_ROOM = 'This device has no room left: keep this page open until the uploads are done';

/** The name of a slot for any student: all of its names. */
export const slotName = (slot: string): string =>
  studentDocuments.find((one) => one.slot === slot)?.labels.join(' or ') ?? slot;

type Unmatched = Extract<PlannedFile, { kind: 'unmatched' | 'fault' }>;

const FAULTS: Readonly<Record<Extract<Unmatched, { kind: 'fault' }>['why'], string>> = {
  'not-pdf': 'This is not a PDF. We accept only PDF files',
  photo: 'This is a photo. You can make a PDF of it',
  unreadable: 'We could not read this file. Choose the files again',
  empty: EMPTY_FILE,
  'too-large': `Larger than ${formatSize(TOTAL_DOCUMENT_BYTES)}: the limit for all documents of one student`,
};

/** Why a file is not attached by itself. */
export function whyInWords(file: Unmatched, students: ReadonlyMap<string, FolderStudent>): string {
  if (file.kind === 'fault') return FAULTS[file.why];
  const names = file.students.map((id) => students.get(id)?.name ?? '').join(', ');
  const slot = file.place && slotName(file.place.slot);
  switch (file.why) {
    case 'no-student':
      return 'We do not know which student this is. Choose the student';
    case 'several-students':
      return `This file can belong to more than one student: ${names}. Choose the student`;
    case 'other-folder':
      return `The folder and the file name different students: ${names}. Choose the student`;
    case 'other-words':
    case 'no-slot':
      return `We found the student (${names}), but not which document this is`;
    case 'two-slots':
      return `We found the student (${names}), but the folder and the file name different documents`;
    case 'same-place':
      return `More than one file is the ${slot} of ${names}. Combine them, or leave out all but one`;
    case 'closed':
      return `${names}: ${students.get(file.students[0] ?? '')?.blockedBecause}`;
  }
}
