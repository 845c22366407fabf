import type { CollegeText } from '#contract/college.ts';
import { LANGUAGE } from '#domain/institute.ts';
import { Button } from '../button.tsx';
import { Modal } from '../modal.tsx';
import { Printable } from '../printable.tsx';
import { TextBody } from './text-body.tsx';

const day = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'long', timeZone: 'UTC' });

/** Which version of a text it is: 'Version 1.0 of 1 November 2026'. */
const versionInWords = ({ version, date }: Pick<CollegeText, 'version' | 'date'>): string =>
  `Version ${version} of ${day.format(new Date(date))}`;

export interface TextDialogProps {
  readonly text: CollegeText;
  readonly onClose: () => void;
}

/** A text of the college, to be read and printed. */
export function TextDialog({ text, onClose }: TextDialogProps) {
  return (
    <Modal
      open
      title={text.title}
      onClose={onClose}
      footer={
        <>
          <Button icon="print" onClick={() => window.print()}>
            Print
          </Button>
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <Printable title={text.title}>
        <p>{versionInWords(text)}</p>
        <TextBody content={text.content} />
      </Printable>
    </Modal>
  );
}
