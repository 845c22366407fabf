import { useState } from 'react';
import { Button } from '#components/button.tsx';
import { useCollege } from '#components/college.ts';
import { Modal } from '#components/modal.tsx';
import { Printable } from '#components/printable.tsx';
import { styled } from '#components/styled.ts';
import { formatSize } from '#domain/format/size.ts';
import { downloadPage, escapeHtml, paperPage, sectionsHtml, termsHtml } from './paper-page.ts';
import { MarkedPages, PaperBox, Terms } from './paper-parts.tsx';
import { formatFullMoment } from './receipt-html.ts';
import type { ReceiptDocument, ReceiptSection } from './sent-records.ts';

const TITLE = 'Unsigned copy, not submitted';
const WHAT_IT_IS =
  'This copy is for the student to check before you submit. It shows everything that we would send. It is not signed, not submitted, and not a receipt.';

const Intro = styled('p', { base: { marginTop: '1.5', marginBottom: '2' } });

interface CopiedApplication {
  readonly student: string;
  /** The sections of the review. */
  readonly sections: readonly ReceiptSection[];
  readonly documents: readonly ReceiptDocument[];
}

export interface UnsignedCopyProps extends CopiedApplication {
  readonly onClose: () => void;
}

/** Everything that would be sent for a student, to print or save before the confirmation. */
export function UnsignedCopy({ onClose, ...copied }: UnsignedCopyProps) {
  const [madeAt] = useState(() => new Date().toISOString());
  const college = useCollege().name;
  return (
    <Modal
      open
      size="lg"
      title={TITLE}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Back to the review
        </Button>
      }
    >
      <div data-part="actions">
        <Button size="sm" icon="print" onClick={() => window.print()}>
          Print copy
        </Button>{' '}
        <Button
          size="sm"
          icon="download"
          onClick={() => downloadPage(copyHtml(copied, madeAt, college), 'unsigned-copy.html')}
        >
          Download copy
        </Button>
      </div>
      <Printable title={TITLE}>
        <MarkedPages mark={markOf(copied)}>
          <PaperBox>
            <Intro>{WHAT_IT_IS}</Intro>
            <Terms rows={factsOf(copied, madeAt)} />
            {partsOf(copied).map(({ title, rows }) => (
              <section key={title}>
                <h3>{title}</h3>
                <Terms rows={rows} />
              </section>
            ))}
          </PaperBox>
        </MarkedPages>
      </Printable>
    </Modal>
  );
}

/** Printed on each page, since one printer may print the pages of several students. */
const markOf = ({ student }: CopiedApplication): string => `${TITLE}: ${student}`;

const factsOf = ({ student }: CopiedApplication, madeAt: string): ReceiptSection['rows'] => [
  { label: 'Student', value: student },
  { label: 'Copy made', value: formatFullMoment(madeAt) },
];

function partsOf({ sections, documents }: CopiedApplication): readonly ReceiptSection[] {
  const rows = documents.map(({ label, name, size }) => ({ label, value: `${name} (${formatSize(size)})` }));
  return rows.length > 0 ? [...sections, { title: 'Uploaded Documents', rows }] : sections;
}

/** `madeAt`: an ISO date-time. */
const copyHtml = (copied: CopiedApplication, madeAt: string, college: string | undefined): string =>
  paperPage({
    title: markOf(copied),
    heading: TITLE,
    college,
    mark: markOf(copied),
    body: `<p>${escapeHtml(WHAT_IT_IS)}</p>
${termsHtml(factsOf(copied, madeAt))}
${sectionsHtml(partsOf(copied))}`,
  });
