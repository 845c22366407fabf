import { useState } from 'react';
import { Button } from '#components/button.tsx';
import { errorId, FieldFrame } from '#components/field/field-frame.tsx';
import { useKeptFocus } from '#components/kept-focus.ts';
import { Notice } from '#components/notice.tsx';
import { FormSection } from '#components/section.tsx';
import { styled } from '#components/styled.ts';
import type { RejectedFile } from '#components/upload/accepted-files.ts';
import { PDF_ONLY } from '#components/upload/accepted-files.ts';
import { DropZone } from '#components/upload/drop-zone.tsx';
import { Verbatim } from '#components/verbatim.tsx';
import { AGENT_INTRODUCTION } from '#domain/agency/documents.ts';
import { AttachedDocument } from '#features/documents/attached-document.tsx';
import { DocumentWays } from '#features/documents/document-ways.tsx';
import { useDocuments } from '#features/documents/use-documents.ts';

/** The empty drop area (R5.7). */
const EMPTY = 'At least one file is required for submission.';

const { slot, label, maxBytes, notPdf } = AGENT_INTRODUCTION;
const LIMITS = { types: PDF_ONLY, pdf: true, maxBytes, totalBytes: maxBytes };

const Empty = styled('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '1.5',
    '& > p': { flex: '1 1 12rem', fontSize: 'sm', color: 'inkSoft' },
  },
});

interface IntroductionSectionProps {
  /** The draft of the document. */
  readonly draftId: string;
  readonly error: string | undefined;
  readonly onAttached: () => void;
}

/** Agent Introduction: exactly one PDF of at most 10 MB. A refused file is listed with its reason and dropped. */
export function IntroductionSection({ draftId, error, onAttached }: IntroductionSectionProps) {
  const { engine, bySlot } = useDocuments(draftId);
  const [rejected, setRejected] = useState<readonly RejectedFile[]>([]);
  const attached = bySlot[slot];
  const take = async ([file]: readonly File[]) => {
    setRejected([]);
    if (file === undefined) return undefined;
    const reason = await engine.attach(draftId, slot, file, LIMITS);
    if (reason) setRejected([reason]);
    else onAttached();
    return reason;
  };
  const message = attached ? undefined : error;
  const focus = useKeptFocus<HTMLDivElement>();
  return (
    <FormSection level={2} title={label} help="One PDF of up to 10 MB that presents your agency.">
      <div data-document={slot} {...focus}>
        <FieldFrame name={slot} label={label} error={message} bare>
          <DropZone
            name={slot}
            label={label}
            describedBy={message && errorId(slot)}
            types={PDF_ONLY}
            maxBytes={maxBytes}
            filled={attached !== undefined}
            onFiles={(files) => void take(files)}
            onRejected={setRejected}
          >
            {({ open, state, cancelled }) =>
              attached ? (
                <AttachedDocument
                  {...{ draftId, slot, label }}
                  document={attached}
                  onReplace={open}
                  onFile={(file) => take([file])}
                />
              ) : (
                <Empty>
                  <Button icon="upload" id={CHOOSE_ID}>
                    Choose PDF
                  </Button>
                  <p role="status">{`${hintOf(state, cancelled)} ${EMPTY}`}</p>
                </Empty>
              )
            }
          </DropZone>
          <DocumentWays {...{ draftId, slot, label }} isEmpty={attached === undefined} onUse={(file) => take([file])} />
        </FieldFrame>
      </div>
      {rejected.length > 0 && (
        <Notice kind="error" role="alert" title="File validation errors:">
          <ul>
            {rejected.map((file) => (
              <li key={file.name}>
                <Verbatim>{file.name}</Verbatim>: <span>{reasonOf(file)}</span>
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </FormSection>
  );
}

const CHOOSE_ID = `${slot}-choose`;
/** Moves the focus to the button that chooses a document. */
export const focusIntroduction = (): void => document.getElementById(CHOOSE_ID)?.focus();

const reasonOf = ({ code, message }: RejectedFile): string => (code === 'file-invalid-type' ? notPdf : message);

function hintOf(state: string, cancelled: boolean): string {
  if (state === 'reject') return 'Only PDF files can be dropped here.';
  if (state === 'accept' || state === 'dragging') return 'Drop the PDF here.';
  return cancelled ? 'No file was chosen.' : 'Or drop it here.';
}
