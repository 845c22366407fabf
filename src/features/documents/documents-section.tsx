import type { Elements } from '#components/elements.ts';
import { Notice } from '#components/notice.tsx';
import { FormSection, Panel } from '#components/section.tsx';
import { styled } from '#components/styled.ts';
import type { Answers } from '#domain/form/form.ts';
import { formatSize } from '#domain/format/size.ts';
import { type DocumentSlot as Slot, studentDocuments, TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import { UploadAnnouncer } from './attached-document.tsx';
import { DocumentSlot } from './document-slot.tsx';
import type { DraftDocuments } from './documents-slice.ts';
import { useDocuments } from './use-documents.ts';

const Slots = styled('ul', {
  base: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '3', paddingTop: '1' },
});

const REQUIRED = studentDocuments.filter(({ required }) => required);
const OPTIONAL = studentDocuments.filter(({ required }) => !required);

const nothing = (): Elements => null;

interface DocumentsSectionProps {
  readonly draftId: string;
  /** The label of the English test's slot depends on them. */
  readonly answers: Answers;
  /** Somebody has asked to submit: a missing document is an error at its place, until it is there. */
  readonly isAsked?: boolean;
  /** The slots whose documents can be replaced: all when absent, none after they were delivered. */
  readonly changeable?: readonly string[] | undefined;
  /** The content below a slot, by its name. */
  readonly below?: (slot: string) => Elements;
}

/**
 * The documents of a student application: nine slots in two panels, each with a native file input named after it.
 *
 * A chosen file is checked (PDF by type and by content, not empty, 100 MB in all), kept in this browser and uploaded at
 * once, two at a time; a reload brings everything back and the uploads go on (documents-engine.ts).
 */
export function DocumentsSection({
  draftId,
  answers,
  isAsked = false,
  changeable,
  below = nothing,
}: DocumentsSectionProps) {
  const { bySlot, totalBytes } = useDocuments(draftId);
  const rows = (slots: readonly Slot[]) => (
    <Slots>
      {slots.map(({ slot, label, required }) => (
        <li key={slot}>
          <DocumentSlot
            {...{ draftId, slot, required, isAsked }}
            disabled={changeable !== undefined && !changeable.includes(slot)}
            label={label(answers)}
          />
          {below(slot)}
        </li>
      ))}
    </Slots>
  );
  return (
    <FormSection title="Documents">
      <Notice kind="info" title="PDF files only">
        <p>
          Upload colour copies. If a document is not in English, add a certified translation, combined with the original
          in a single PDF. <span>{totalInWords(totalBytes)}</span>
        </p>
      </Notice>
      <Panel title="Required Documents" status={statusOf(REQUIRED, bySlot)}>
        {rows(REQUIRED)}
      </Panel>
      <Panel title="Optional Documents" status={statusOf(OPTIONAL, bySlot)}>
        {rows(OPTIONAL)}
      </Panel>
      <UploadAnnouncer documents={bySlot} />
    </FormSection>
  );
}

const totalInWords = (bytes: number): string =>
  bytes > 0
    ? `You have used ${formatSize(bytes)} of ${formatSize(TOTAL_DOCUMENT_BYTES)}.`
    : `All documents together may have up to ${formatSize(TOTAL_DOCUMENT_BYTES)}.`;

const statusOf = (slots: readonly Slot[], documents: DraftDocuments): string =>
  `${slots.filter(({ slot }) => documents[slot]).length} of ${slots.length} attached`;
