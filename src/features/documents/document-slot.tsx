import { useId, useState } from 'react';
import { useSelector } from 'react-redux';
import { Button } from '#components/button.tsx';
import { Icon } from '#components/icon.tsx';
import { useKeptFocus } from '#components/kept-focus.ts';
import { styled } from '#components/styled.ts';
import { toast } from '#components/toasts.tsx';
import type { RejectedFile } from '#components/upload/accepted-files.ts';
import { PDF_ONLY } from '#components/upload/accepted-files.ts';
import { DropZone } from '#components/upload/drop-zone.tsx';
import { Words } from '#components/verbatim.tsx';
import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import { AttachedDocument } from './attached-document.tsx';
import { PDF_ONLY_ALERT, type SlotLimits } from './document-checks.ts';
import { DocumentWays } from './document-ways.tsx';
import { type DocumentsRoot, selectDocument } from './documents-slice.ts';
import { isPhoto } from './is-photo.ts';
import { useDocumentsEngine } from './use-documents.ts';

const Box = styled('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '1',
    '& > [data-part=head]': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'baseline',
      justifyContent: 'space-between',
      columnGap: '2',
    },
    '& h4': { flex: '1 1 9rem', fontSize: 'md', fontWeight: 'medium', lineHeight: 'snug' },
    '& [data-part=missing]': { fontSize: 'sm', fontWeight: 'medium', color: 'warning', whiteSpace: 'nowrap' },
    '& [data-part=optional]': { fontSize: 'sm', color: 'inkSoft' },
    '& [data-part=invite]': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '1.5' },
    '& [data-part=hint]': { fontSize: 'sm', color: 'inkSoft' },
    // Nothing can be dropped with a finger.
    '& [data-part=hint][data-idle]': { '@media (hover: none)': { display: 'none' } },
    '& [data-upload-state=uploaded]': { color: 'success' },
    '& [data-upload-state=retrying], & [data-upload-state=paused]': { color: 'warning' },
    '& [data-upload-state=failed], & [role=alert]': { color: 'error' },
    '& > [data-part=error]': { display: 'flex', gap: '1', color: 'error', fontSize: 'sm' },
  },
});

const LIMITS: SlotLimits = { types: PDF_ONLY, pdf: true, totalBytes: TOTAL_DOCUMENT_BYTES };

interface DocumentSlotProps {
  readonly draftId: string;
  readonly slot: string;
  readonly label: string;
  readonly required: boolean;
  /** Where it is required and missing, that is an error by now. */
  readonly isAsked?: boolean;
  readonly disabled: boolean;
}

/** The place of one PDF: empty with an invitation to choose a file, or with its document and the state of its upload. */
export function DocumentSlot({ draftId, slot, label, required, isAsked = false, disabled }: DocumentSlotProps) {
  const engine = useDocumentsEngine();
  const document = useSelector((state: DocumentsRoot) => selectDocument(state, draftId, slot));
  const [error, setError] = useState<{ readonly file: string; readonly words: string }>();
  const isMissing = isAsked && required && document === undefined;
  const missingId = `${slot}-missing`;
  /** The refused file is a photo. */
  const [photo, setPhoto] = useState<File>();
  const titleId = useId();
  const focus = useKeptFocus<HTMLDivElement>();
  const reject = (rejected: RejectedFile) => {
    const noPdf = rejected.code === 'file-invalid-type';
    // The drop area rejects by name, with its own message; the alert is about a file that is a PDF by name only.
    const here = rejected.message === PDF_ONLY_ALERT ? 'File type must be .pdf, in its content too' : rejected.message;
    setError({ file: rejected.name, words: `${rejected.name}: ${here}` });
    const { file } = rejected;
    if (file && noPdf) void isPhoto(file).then((is) => is && setPhoto(file));
    // One alert at a time: a second one would cover the slot that it is about, and each slot keeps its own message.
    toast.error(noPdf ? PDF_ONLY_ALERT : rejected.message, { id: 'document' });
  };
  const attach = async ([file]: readonly File[]) => {
    setError(undefined);
    setPhoto(undefined);
    if (!file) return undefined;
    const rejected = await engine.attach(draftId, slot, file, LIMITS);
    if (rejected) reject({ ...rejected, file });
    return rejected;
  };
  return (
    <Box data-document={slot} {...focus}>
      <div data-part="head">
        <h4 id={titleId}>{label}</h4>
        {!document && <Mark required={required} />}
      </div>
      <DropZone
        name={slot}
        label={label}
        describedBy={[error && `${slot}-error`, isMissing && missingId].filter(Boolean).join(' ') || undefined}
        invalid={isMissing}
        types={PDF_ONLY}
        disabled={disabled}
        filled={document !== undefined}
        onFiles={attach}
        onRejected={(rejected) => {
          setPhoto(undefined);
          rejected.slice(0, 1).forEach(reject);
        }}
      >
        {({ open, cancelled, state }) =>
          document ? (
            <AttachedDocument
              {...{ draftId, slot, label, document, disabled }}
              onReplace={open}
              onFile={(file) => attach([file])}
            />
          ) : (
            <div data-part="invite">
              <Button
                size="sm"
                icon="upload"
                aria-describedby={isMissing ? `${titleId} ${missingId}` : titleId}
                disabled={disabled}
              >
                Choose PDF
              </Button>
              <p data-part="hint" role="status" data-idle={(state === 'idle' && !cancelled) || undefined}>
                {hintOf(state, cancelled)}
              </p>
            </div>
          )
        }
      </DropZone>
      {isMissing && (
        <p data-part="error" id={missingId}>
          <Icon name="error" size={18} /> <span>Please attach this document</span>
        </p>
      )}
      {error && (
        <p data-part="error" id={`${slot}-error`}>
          <Icon name="error" size={18} /> <Words verbatim={[error.file]}>{error.words}</Words>
        </p>
      )}
      <DocumentWays
        {...{ draftId, slot, label, disabled, photo }}
        isEmpty={document === undefined}
        onUse={(file) => attach([file])}
      />
    </Box>
  );
}

const Mark = ({ required }: { readonly required: boolean }) =>
  required ? <span data-part="missing">Required</span> : <span data-part="optional">Optional</span>;

function hintOf(state: string, cancelled: boolean): string {
  if (state === 'reject') return 'Only PDF files can be dropped here';
  if (state === 'accept' || state === 'dragging') return 'Drop the PDF here';
  return cancelled ? 'No file was chosen' : 'or drop it here';
}
