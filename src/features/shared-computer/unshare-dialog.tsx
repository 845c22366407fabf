import { useId } from 'react';
import { Button } from '#components/button.tsx';
import { Modal } from '#components/modal.tsx';
import { toast } from '#components/toasts.tsx';
import { unshareDevice } from '#platform/encryption/vault.ts';
import { WRONG_PASSPHRASE } from './change-dialog.tsx';
import { EncryptionFailed } from './encryption-notices.tsx';
import { Parts, PartsForm } from './parts.ts';
import { PassphraseField, ShowPassphrase } from './passphrase-field.tsx';
import { usePassphraseForm } from './use-passphrase-form.ts';

const UNSHARED = 'We removed the passphrase. Everybody who uses this computer can read your applications.';

/** Makes everything readable again for whoever uses this computer: only the passphrase may do that. */
export function UnshareDialog({ onClose }: { readonly onClose: () => void }) {
  const formId = useId();
  const { shown, setShown, faults, isWorking, failure, onSubmit } = usePassphraseForm({
    judge: () => ({}),
    async work(typed) {
      if ((await unshareDevice(typed('current'))) === 'wrong') return { current: WRONG_PASSPHRASE };
      toast.success(UNSHARED, { id: 'share' });
      onClose();
      return {};
    },
  });
  return (
    <Modal
      open
      title="Stop using the passphrase"
      onClose={onClose}
      dismissable={!isWorking}
      footer={
        <>
          <Button onClick={onClose} disabled={isWorking}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isWorking ? 'Removing...' : undefined}>
            Remove the passphrase
          </Button>
        </>
      }
    >
      <Parts>
        <p>Then everybody who uses this computer can read your applications, documents and receipts.</p>
        <PartsForm id={formId} onSubmit={onSubmit} noValidate>
          <PassphraseField name="current" label="Passphrase" shown={shown} error={faults.current} isFirst />
          <ShowPassphrase shown={shown} onChange={setShown} />
        </PartsForm>
        <EncryptionFailed
          failure={failure}
          nothing="Your applications are still locked"
          notAll="Some applications are still locked"
        />
      </Parts>
    </Modal>
  );
}
