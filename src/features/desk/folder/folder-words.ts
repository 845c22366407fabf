import { EMPTY_FILE } from '#components/upload/accepted-files.ts';
import { formatSize } from '#domain/format/size.ts';
import { studentDocuments, TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import type { FolderStudent, PlannedFile } from './plan-files.ts';

/** So many documents, in words. */
export const documentsInWords = (count: number): string => (count === 1 ? 'one document' : `${count} documents`);
/** So many files, in words. */
export const filesInWords = (count: number): string => (count === 1 ? 'one file' : `${count} files`);

/** What became of all the files that were chosen, once attaching has ended. */
export function endInWords(attached: number, chosen: number): string {
  const rest = chosen - attached;
  if (attached === 0) return `Nothing was attached. Each file below says why`;
  const said =
    rest === 0 ? `${documentsInWords(attached)} attached` : `${attached} attached, ${filesInWords(rest)} not`;
  return `${said[0]?.toUpperCase()}${said.slice(1)}. What was attached is being uploaded, and each student’s form shows it`;
}

export const NO_ROOM = 'This device has no room for more: leave this page open until all is uploaded';

/** What a slot is called where the student's answers are not asked: by all of its names. */
export const slotName = (slot: string): string =>
  studentDocuments.find((one) => one.slot === slot)?.labels.join(' or ') ?? slot;

type Unmatched = Extract<PlannedFile, { kind: 'unmatched' | 'fault' }>;

const FAULTS: Readonly<Record<Extract<Unmatched, { kind: 'fault' }>['why'], string>> = {
  'not-pdf': 'Not a PDF by its content. Only PDF files are supported',
  photo: 'A photo. Only PDF files are supported: a PDF can be made of it',
  unreadable: 'This file could not be read. It may have been moved: choose the files again',
  empty: EMPTY_FILE,
  'too-large': `Larger than ${formatSize(TOTAL_DOCUMENT_BYTES)}, which all documents of a student may have together`,
};

/** Why a file is not attached by itself. */
export function whyInWords(file: Unmatched, students: ReadonlyMap<string, FolderStudent>): string {
  if (file.kind === 'fault') return FAULTS[file.why];
  const names = file.students.map((id) => students.get(id)?.name ?? '').join(', ');
  const slot = file.place && slotName(file.place.slot);
  switch (file.why) {
    case 'no-student':
      return 'Neither the file nor its folders name a student of this device by passport number or e-mail';
    case 'several-students':
      return `Could belong to several students: ${names}`;
    case 'other-folder':
      return `Its folders and its name are about different students: ${names}`;
    case 'other-words':
      return `Names ${names}, and something that is no document of the form`;
    case 'no-slot':
      return `Belongs to ${names}, but not all of its name says which document it is`;
    case 'two-slots':
      return `Belongs to ${names}, but its folders and its name say different documents`;
    case 'same-place':
      return `Two files or more are the ${slot} of ${names}. Leave out all but one`;
    case 'closed':
      return `${names}: ${students.get(file.students[0] ?? '')?.closed}`;
  }
}
