import { AGENT_INTRODUCTION } from '#domain/agency/documents.ts';
import { SHORT_DOCUMENTS } from '#domain/short/documents.ts';
import { studentDocuments, TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import type { FileKind } from '#domain/submission/file-names.ts';

/** Life of an upload after its last byte, unless it is submitted (R5.15). */
export const UPLOAD_LIFE_MS = 24 * 3_600_000;

/** The generic upload control's defaults (R5.8). */
export const GENERIC_FILE_BYTES = 10_485_760;
export const GENERIC_FILE_COUNT = 5;

export interface SlotRules {
  readonly maxBytes: number;
  readonly kinds: ReadonlySet<FileKind>;
  readonly typeMessage: string;
}

const studentRules: SlotRules = {
  maxBytes: TOTAL_DOCUMENT_BYTES,
  kinds: new Set(['pdf']),
  typeMessage: 'Only PDF files are supported. Please upload PDF documents only',
};
const genericRules: SlotRules = {
  maxBytes: GENERIC_FILE_BYTES,
  kinds: new Set(['pdf', 'doc', 'docx', 'jpg', 'png']),
  typeMessage: 'File type must be pdf, doc, docx, jpg, jpeg, png',
};

/** The document slots of all three forms, with their rules (R5.1, R5.6, R5.10). */
export const SLOTS: ReadonlyMap<string, SlotRules> = new Map<string, SlotRules>([
  ...studentDocuments.map(({ slot }) => [slot, studentRules] as const),
  ...SHORT_DOCUMENTS.map(({ slot }) => [slot, genericRules] as const),
  [
    AGENT_INTRODUCTION.slot,
    {
      maxBytes: AGENT_INTRODUCTION.maxBytes,
      kinds: new Set<FileKind>(['pdf']),
      typeMessage: AGENT_INTRODUCTION.notPdf,
    },
  ],
]);

/** The only kind that a slot accepts; undefined if it accepts several. */
export function onlyKindOf(slot: string): FileKind | undefined {
  const [kind, ...others] = SLOTS.get(slot)?.kinds ?? [];
  return others.length === 0 ? kind : undefined;
}
