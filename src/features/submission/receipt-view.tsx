import { type ComponentType, useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '#components/button.tsx';
import { useCollege } from '#components/college.ts';
import { TextButton } from '#components/college-text/text-button.tsx';
import type { Elements } from '#components/elements.ts';
import { APP_VERSION } from '#components/institute.tsx';
import { Modal } from '#components/modal.tsx';
import { Printable } from '#components/printable.tsx';
import { VisuallyHidden } from '#components/skeleton.tsx';
import { styled } from '#components/styled.ts';
import { toast } from '#components/toasts.tsx';
import { Verbatim } from '#components/verbatim.tsx';
import type { CollegeFacts } from '#contract/college.ts';
import { formatSize } from '#domain/format/size.ts';
import { ReceiptPicture } from '#features/documents/inspection/late-inspection.tsx';
import type { DraftVariant } from '#features/drafts/draft.ts';
import { copyText } from '#platform/copy-text.ts';
import { selectSent } from './outbox/outbox-slice.ts';
import { showApplications } from './outbox/show-applications.ts';
import { downloadPage } from './paper-page.ts';
import { PaperBox, Terms } from './paper-parts.tsx';
import { collegeRows, formatFullMoment, receiptHtml, referenceRows } from './receipt-html.ts';
import { isSentKept, type Receipt, type SentRecord } from './sent-records.ts';
import type { SubmissionDispatch } from './submission-services.ts';

interface ReceiptViewProps {
  readonly receipt: Receipt;
  /** Whether the dialog has another 'Save receipt' button. */
  readonly isSavedElsewhere?: boolean;
}

/** Number, time, and documents with size and SHA-256; on paper also all answers. */
export function ReceiptView({ receipt, isSavedElsewhere = false }: ReceiptViewProps) {
  const { reference, applicant, submittedAt, documents, sections = [] } = receipt;
  const college = useCollege();
  return (
    <>
      <div data-part="actions">
        {!isSavedElsewhere && (
          <Button size="sm" variant="primary" icon="download" onClick={() => saveReceipt(receipt, college)}>
            Save receipt
          </Button>
        )}
        {canPrint() && (
          <Button size="sm" icon="print" onClick={() => window.print()}>
            Print receipt
          </Button>
        )}
        <Button size="sm" icon="copy" onClick={({ currentTarget }) => void copyReference(reference, currentTarget)}>
          Copy number
        </Button>
        <TextButton name="whatHappensNext">What happens next</TextButton>
      </div>
      {(!canPrint() || isInsideAnotherApp()) && (
        <p>This browser may not be able to save or print the receipt. Copy the number and keep it.</p>
      )}
      <Printable title="Application receipt">
        <PaperBox>
          <Terms
            rows={[
              ...referenceRows(receipt),
              { label: 'Applicant', value: applicant },
              { label: 'Submitted', value: formatFullMoment(submittedAt) },
              ...collegeRows(receipt, college),
            ]}
          />
          {documents.length > 0 && <h3>Documents</h3>}
          <ul>
            {documents.map(({ label, name, size, sha256 }) => (
              <li key={label}>
                <ReceiptPicture {...{ draftId: receipt.id, name, size, sha256 }} />
                <span>
                  <span>{`${label}: `}</span>
                  <Verbatim>{name}</Verbatim>
                  <span>{` (${formatSize(size)})`}</span>
                  {sha256 && (
                    <small>
                      SHA-256 <code translate="no">{sha256}</code>
                    </small>
                  )}
                </span>
              </li>
            ))}
          </ul>
          <small data-part="version">{`Application form ${APP_VERSION}`}</small>
          {sections.map(({ title, rows }) => (
            <section key={title} data-part="sent">
              <h3>{title}</h3>
              <Terms rows={rows} />
            </section>
          ))}
        </PaperBox>
      </Printable>
    </>
  );
}

/** Browsers inside other apps may have no `print`, and do not tell that they cannot save a file. */
const canPrint = (): boolean => typeof window.print === 'function';
const isInsideAnotherApp = (): boolean =>
  /FBAN|FBAV|FB_IAB|Instagram|MicroMessenger|Zalo|\bLine\//.test(navigator.userAgent);

async function copyReference(reference: string, { parentElement }: HTMLElement): Promise<void> {
  const isCopied = await copyText(reference, parentElement ?? document.body);
  if (isCopied) toast.success('Application number copied', { id: 'copy' });
  else toast.error('This browser could not copy. Please write the number down.', { id: 'copy' });
}

export const saveReceipt = (receipt: Receipt, college: Partial<CollegeFacts>): void =>
  downloadPage(receiptHtml(receipt, college), `receipt-${receipt.reference}.html`);

const Region = styled('section', {
  base: {
    '& > h2': { fontSize: 'lg', marginBottom: '1' },
    '& li': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      justifyContent: 'space-between',
      columnGap: '2',
      paddingBlock: '1',
      borderTopWidth: '1px',
      borderColor: 'line',
      overflowWrap: 'anywhere',
    },
    '& small': { display: 'block', fontSize: 'sm', color: 'inkSoft' },
  },
});

/** Receipts of the last 24 hours, newest first. Expired ones also disappear while the page is open. */
function useReceipts(): readonly Receipt[] {
  const dispatch = useDispatch<SubmissionDispatch>();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const look = () => {
      setNow(Date.now());
      // Another tab may have sent some.
      void dispatch(showApplications());
    };
    const timer = setInterval(look, CHECK_EVERY_MS);
    return () => clearInterval(timer);
  }, [dispatch]);
  const living = useSelector(selectSent).filter((sent) => isSentKept(sent, now));
  return living.flatMap((sent) => receiptOfRecord(sent) ?? []);
}

const OpenReceipt = ({ receipt, onClose }: { readonly receipt: Receipt | undefined; readonly onClose: () => void }) => (
  <Modal title="Application receipt" open={receipt !== undefined} onClose={onClose}>
    {receipt && <ReceiptView receipt={receipt} />}
  </Modal>
);

interface LatestSentProps {
  /** Contains the text and the button. */
  readonly Line: ComponentType<{ readonly children: Elements }>;
}

/** The latest application submitted from this browser, with a button for its receipt. */
export function LatestSent({ Line }: LatestSentProps) {
  const [latest] = useReceipts();
  const [open, setOpen] = useState<Receipt>();
  if (latest === undefined) return null;
  return (
    <Line>
      <p>
        <span>{'Submitted: '}</span>
        <strong translate="no">{latest.applicant}</strong>
        <span>, application number </span>
        <Verbatim>{latest.reference}</Verbatim>
      </p>
      <Button size="sm" onClick={() => setOpen(latest)}>
        Show receipt
      </Button>
      <OpenReceipt receipt={open} onClose={() => setOpen(undefined)} />
    </Line>
  );
}

interface SentApplicationsProps {
  /** Only this kind. */
  readonly variant?: DraftVariant;
}

/** Receipts of the last 24 hours; nothing if there are none. */
export function SentApplications({ variant }: SentApplicationsProps) {
  const [open, setOpen] = useState<Receipt>();
  const receipts = useReceipts().filter((receipt) => variant === undefined || receipt.variant === variant);
  if (receipts.length === 0) return null;
  return (
    <Region aria-label="Submitted applications">
      <h2>Submitted applications</h2>
      <ul>
        {receipts.map((receipt) => (
          <li key={receipt.id}>
            <span>
              <Verbatim>{receipt.applicant}</Verbatim>
              <small>
                <Verbatim>{receipt.reference}</Verbatim>, <span>{formatFullMoment(receipt.submittedAt)}</span>
              </small>
            </span>
            <Button size="sm" onClick={() => setOpen(receipt)}>
              Receipt
              <VisuallyHidden>
                {' '}
                of <Verbatim>{receipt.applicant}</Verbatim>
              </VisuallyHidden>
            </Button>
          </li>
        ))}
      </ul>
      <OpenReceipt receipt={open} onClose={() => setOpen(undefined)} />
    </Region>
  );
}

const CHECK_EVERY_MS = 30_000;

/** The receipt in a record; undefined until the application is processed. */
export function receiptOfRecord({ reference, submittedAt, ...sent }: SentRecord): Receipt | undefined {
  return reference && submittedAt ? { ...sent, reference, submittedAt } : undefined;
}
