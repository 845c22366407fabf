import type { MouseEvent } from 'react';
import { Button } from '#components/button.tsx';
import { Modal } from '#components/modal.tsx';
import { styled } from '#components/styled.ts';
import { toast } from '#components/toasts.tsx';
import { copyText } from '#platform/copy-text.ts';
import { ApplicationId } from './application-id.tsx';
import { ERROR_TOAST_MS, SUCCESS_TOAST_MS } from './use-submit-state.ts';

const Body = styled('div', {
  base: { display: 'grid', gap: '2', justifyItems: 'start', '& > div': { width: '100%' } },
});

interface SuccessModalProps {
  readonly id: string;
  readonly open: boolean;
  /** It was sent with the answers of an earlier press. */
  readonly earlier: boolean;
  readonly onClose: () => void;
}

/** After success (R2.31): Escape, a click beside it and Confirm all close it. */
export function SuccessModal({ id, open, earlier, onClose }: SuccessModalProps) {
  const copy = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (await copyText(id, currentTarget.parentElement ?? document.body)) {
      toast.success('Application ID copied to clipboard!', { duration: SUCCESS_TOAST_MS });
    } else toast.error('We could not copy the Application ID. Please write it down.', { duration: ERROR_TOAST_MS });
  };
  return (
    <Modal
      title="Application submitted successfully!"
      size="sm"
      open={open}
      onClose={onClose}
      closeOnBackdrop
      footer={
        <Button variant="primary" onClick={onClose}>
          Confirm, continue
        </Button>
      }
    >
      <Body>
        <ApplicationId id={id} note="Please save this number for future reference" />
        <Button icon="copy" onClick={copy}>
          Copy to clipboard
        </Button>
        {earlier && <p>We received your first answers. We did not receive your later changes.</p>}
        <p>Your application will be reviewed within 5-10 business days.</p>
      </Body>
    </Modal>
  );
}
