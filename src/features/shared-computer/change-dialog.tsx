import { useId } from 'react';
import { Button } from '#components/button.tsx';
import { Modal } from '#components/modal.tsx';
import { Notice } from '#components/notice.tsx';
import { toast } from '#components/toasts.tsx';
import { changePassphrase } from '#platform/encryption/vault.ts';
import { Parts, PartsForm } from './parts.ts';
import { LEAST_CHARACTERS, newPassphraseFaults } from './passphrase-faults.ts';
import { PassphraseField, ShowPassphrase } from './passphrase-field.tsx';
import { usePassphraseForm } from './use-passphrase-form.ts';

const CHANGED = 'We changed the passphrase. The old passphrase no longer works.';
export const WRONG_PASSPHRASE = 'This is not the passphrase. Please try again';

/** Another passphrase for what is locked away; nothing of it has to be written again. */
export function ChangeDialog({ onClose }: { readonly onClose: () => void }) {
  const formId = useId();
  const { shown, setShown, faults, isWorking, failure, onSubmit } = usePassphraseForm({
    judge: (typed) => newPassphraseFaults(typed, false),
    async work(typed) {
      if ((await changePassphrase(typed('current'), typed('chosen'))) === 'wrong') return { current: WRONG_PASSPHRASE };
      toast.success(CHANGED, { id: 'share' });
      onClose();
      return {};
    },
  });
  return (
    <Modal
      open
      title="Change the passphrase"
      onClose={onClose}
      dismissable={!isWorking}
      footer={
        <>
          <Button onClick={onClose} disabled={isWorking}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={isWorking ? 'Changing...' : undefined}>
            Change the passphrase
          </Button>
        </>
      }
    >
      <Parts>
        <PartsForm id={formId} onSubmit={onSubmit} noValidate>
          <PassphraseField name="current" label="Current passphrase" shown={shown} error={faults.current} isFirst />
          <PassphraseField
            name="chosen"
            label="New passphrase"
            help={`At least ${LEAST_CHARACTERS} characters. If you forget the passphrase, you lose everything.`}
            shown={shown}
            error={faults.chosen}
            isNew
          />
          <PassphraseField name="again" label="New passphrase again" shown={shown} error={faults.again} isNew />
          <ShowPassphrase shown={shown} onChange={setShown} />
        </PartsForm>
        {failure !== undefined && (
          <Notice kind="error" role="alert" title="The passphrase is not changed">
            <p>We could not save in this browser. Your old passphrase still works. Please try again.</p>
          </Notice>
        )}
      </Parts>
    </Modal>
  );
}
