import { type ReactNode, useState } from 'react';
import { Button } from '#components/button.tsx';
import { errorId, FieldFrame } from '#components/field/field-frame.tsx';
import { Notice } from '#components/notice.tsx';
import { FormSection } from '#components/section.tsx';
import { styled } from '#components/styled.ts';
import type { RejectedFile } from '#components/upload/accepted-files.ts';
import { PDF_ONLY } from '#components/upload/accepted-files.ts';
import { DropZone } from '#components/upload/drop-zone.tsx';
import { AGENT_INTRODUCTION } from '#domain/agency/introduction.ts';

/** spec §5 "Files". */
const EMPTY = 'At least one file is required for submission.';
const NOT_PDF = 'Only PDF files are supported for agent introduction documents.';

const { slot, label, maxBytes } = AGENT_INTRODUCTION;

const Empty = styled('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '1.5',
    '& > p': { flex: '1 1 12rem', fontSize: 'sm', color: 'inkSoft' },
  },
});

/** The one document, as the page keeps it. */
export interface Introduction {
  /** The document with its progress and its buttons; undefined while there is none. */
  readonly attached: ((replace: () => void) => ReactNode) | undefined;
  /** Takes a file in place of the one that is there; resolves with the reason when it does not. */
  readonly attach: (file: File) => Promise<RejectedFile | undefined>;
}

interface IntroductionSectionProps {
  readonly introduction: Introduction;
  readonly error: string | undefined;
  readonly onAttached: () => void;
}

/** Agent Introduction: exactly one PDF of at most 10 MB. What is not taken is listed with its reason and dropped. */
export function IntroductionSection({ introduction, error, onAttached }: IntroductionSectionProps) {
  const [rejected, setRejected] = useState<readonly RejectedFile[]>([]);
  const { attached, attach } = introduction;
  const take = async ([file]: readonly File[]) => {
    setRejected([]);
    if (file === undefined) return;
    const reason = await attach(file);
    if (reason) setRejected([reason]);
    else onAttached();
  };
  const message = attached ? undefined : error;
  return (
    <FormSection level={2} title={label} help="One PDF of up to 10 MB that presents your agency.">
      <FieldFrame name={slot} label={label} error={message} bare>
        <DropZone
          name={slot}
          label={label}
          describedBy={message && errorId(slot)}
          types={PDF_ONLY}
          maxBytes={maxBytes}
          filled={attached !== undefined}
          onFiles={take}
          onRejected={setRejected}
        >
          {({ open, state, cancelled }) =>
            attached?.(open) ?? (
              <Empty>
                <Button icon="upload" id={CHOOSE_ID}>
                  Choose PDF
                </Button>
                <p role="status">
                  {hintOf(state, cancelled)} {EMPTY}
                </p>
              </Empty>
            )
          }
        </DropZone>
      </FieldFrame>
      {rejected.length > 0 && (
        <Notice kind="error" role="alert" title="File validation errors:">
          <ul>
            {rejected.map((file) => (
              <li key={file.name}>
                {file.name}: {reasonOf(file)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </FormSection>
  );
}

const CHOOSE_ID = `${slot}-choose`;
/** Puts the focus where a document is chosen. */
export const focusIntroduction = (): void => document.getElementById(CHOOSE_ID)?.focus();

const reasonOf = ({ code, message }: RejectedFile): string => (code === 'file-invalid-type' ? NOT_PDF : message);

function hintOf(state: string, cancelled: boolean): string {
  if (state === 'reject') return 'Only PDF files can be dropped here.';
  if (state === 'accept' || state === 'dragging') return 'Drop the PDF here.';
  return cancelled ? 'No file was chosen.' : 'Or drop it here.';
}
