import { FormSection } from '#components/section.tsx';
import { styled } from '#components/styled.ts';
import { toast } from '#components/toasts.tsx';
import { GENERIC_MAX_BYTES, GENERIC_TYPES } from '#components/upload/accepted-files.ts';
import { FileUpload } from '#components/upload/file-upload.tsx';
import { Words } from '#components/verbatim.tsx';
import { SHORT_DOCUMENTS } from '#domain/short/documents.ts';
import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import { uploadWords } from '#features/documents/attached-document.tsx';
import type { SlotLimits } from '#features/documents/document-checks.ts';
import { DocumentWays } from '#features/documents/document-ways.tsx';
import type { DocumentDescriptor } from '#features/documents/documents-slice.ts';
import { DocumentFindings, DocumentPicture } from '#features/documents/inspection/late-inspection.tsx';
import { useDocuments } from '#features/documents/use-documents.ts';
import { TOAST_TIMES } from './progress-toasts.ts';

/** One optional file each, of the generic control's types and size (R5.10). */
const LIMITS: SlotLimits = {
  types: GENERIC_TYPES,
  pdf: false,
  maxBytes: GENERIC_MAX_BYTES,
  totalBytes: TOTAL_DOCUMENT_BYTES,
};

const Slot = styled('div', { base: { display: 'grid', gap: '1' } });

/** Pictures and texts are accepted as well, but only PDFs can be checked. */
const isPdf = ({ name, type }: DocumentDescriptor): boolean => type === 'application/pdf' || /\.pdf$/i.test(name);

/** The photo ID and the proof of residency or visa, each by the generic upload control or as a PDF of photos. */
export function ShortApplicationDocuments({ draftId }: { readonly draftId: string }) {
  const { bySlot, engine } = useDocuments(draftId);
  const attach = async (slot: string, [file]: readonly File[]) => {
    if (!file) return undefined;
    const rejected = await engine.attach(draftId, slot, file, LIMITS);
    if (rejected) {
      const words = `${rejected.name}: ${rejected.message}`;
      toast.error(<Words verbatim={[rejected.name]}>{words}</Words>, TOAST_TIMES.error);
    }
    return rejected;
  };
  return (
    <FormSection level={2} title="Documents" help="Both are optional.">
      {SHORT_DOCUMENTS.map(({ slot, label }) => {
        const document = bySlot[slot];
        const place = { draftId, slot };
        const look = document &&
          isPdf(document) && {
            picture: <DocumentPicture {...place} />,
            below: <DocumentFindings {...place} onFile={(file) => attach(slot, [file])} />,
          };
        const files = document
          ? [{ name: document.name, size: document.size, about: document.failure ?? uploadWords(document), ...look }]
          : [];
        return (
          <Slot key={slot} data-document={slot}>
            <FileUpload
              name={slot}
              label={label}
              maxFiles={1}
              files={files}
              onAdd={(chosen) => void attach(slot, chosen)}
              onRemove={() => void engine.remove(draftId, slot)}
            />
            <DocumentWays
              {...{ draftId, slot, label }}
              isEmpty={document === undefined}
              onUse={(file) => attach(slot, [file])}
            />
          </Slot>
        );
      })}
    </FormSection>
  );
}
