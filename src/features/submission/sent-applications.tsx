import { useEffect, useState } from 'react';
import { Button } from '#components/button.tsx';
import { Modal } from '#components/modal.tsx';
import { styled } from '#components/styled.ts';
import { VisuallyHidden } from '#components/visually-hidden.tsx';
import { momentInWords, type Receipt } from './receipt.ts';
import { ReceiptView } from './receipt-view.tsx';
import { listSent } from './sent-storage.ts';

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
    },
    '& small': { display: 'block', fontSize: 'sm', color: 'inkSoft' },
  },
});

/** Receipts of what was submitted from this browser in the last 24 hours; nothing when there are none. */
export function SentApplications() {
  const [receipts, setReceipts] = useState<readonly Receipt[]>([]);
  const [open, setOpen] = useState<Receipt>();
  useEffect(() => {
    const look = () => setReceipts(storedReceipts());
    look();
    // In a page that is left open they go after their 24 hours, too.
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  if (receipts.length === 0) return null;
  return (
    <Region aria-label="Submitted applications">
      <h2>Submitted applications</h2>
      <ul>
        {receipts.map((receipt) => (
          <li key={receipt.id}>
            <span>
              {receipt.applicant}
              <small>
                {receipt.reference}, {momentInWords(receipt.submittedAt)}
              </small>
            </span>
            <Button size="sm" onClick={() => setOpen(receipt)}>
              Receipt<VisuallyHidden> of {receipt.applicant}</VisuallyHidden>
            </Button>
          </li>
        ))}
      </ul>
      <Modal title="Application receipt" open={open !== undefined} onClose={() => setOpen(undefined)}>
        {open && <ReceiptView receipt={open} />}
      </Modal>
    </Region>
  );
}

const LOOK_EVERY_MS = 30_000;

const storedReceipts = (): readonly Receipt[] =>
  listSent().flatMap(({ reference, submittedAt, ...sent }) =>
    reference && submittedAt ? [{ ...sent, reference, submittedAt }] : [],
  );
