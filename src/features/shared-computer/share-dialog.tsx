import { useId } from 'react';
import { Button } from '#components/button.tsx';
import { describe, FieldError } from '#components/field/field-frame.tsx';
import { Modal } from '#components/modal.tsx';
import { Notice } from '#components/notice.tsx';
import { toast } from '#components/toasts.tsx';
import { NotItsPassphrase, shareDevice } from '#platform/encryption/vault.ts';
import { EncryptionFailed } from './encryption-notices.tsx';
import { LOCK_KEYS } from './lock-request.ts';
import { Parts, PartsForm } from './parts.ts';
import { LEAST_CHARACTERS, newPassphraseFaults } from './passphrase-faults.ts';
import { PassphraseField, ShowPassphrase } from './passphrase-field.tsx';
import { usePassphraseForm } from './use-passphrase-form.ts';

const SHARED = 'The passphrase is on. Press ‘Lock now’ when you leave this computer.';
const HELP = `At least ${LEAST_CHARACTERS} characters. Four unrelated words are easy to remember.`;

/** It was cut short with another one. */
const OTHER = 'You started with another passphrase. Please enter that one';
const isOtherPassphrase = (failure: unknown): boolean => {
  if (failure instanceof NotItsPassphrase) return false;
  throw failure;
};

/** What a passphrase does and what it costs, before anything is done; then the passphrase. */
export function ShareDialog({ onClose }: { readonly onClose: () => void }) {
  const formId = useId();
  const { shown, setShown, faults, isWorking, failure, onSubmit } = usePassphraseForm({
    judge: (typed) => newPassphraseFaults(typed, true),
    async work(typed) {
      // How far it is, the guard shows in every tab.
      const isTaken = await shareDevice(typed('chosen')).then(() => true, isOtherPassphrase);
      if (!isTaken) return { chosen: OTHER };
      toast.success(SHARED, { id: 'share' });
      onClose();
      return {};
    },
  });
  return (
    <Modal
      open
      title="Protect my work with a passphrase"
      onClose={onClose}
      dismissable={!isWorking}
      footer={
        <>
          <Button onClick={onClose} disabled={isWorking}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            icon="lock"
            busy={isWorking ? 'Turning on...' : undefined}
          >
            Turn on the passphrase
          </Button>
        </>
      }
    >
      <Parts>
        <Explained />
        <PartsForm id={formId} onSubmit={onSubmit} noValidate>
          <PassphraseField name="chosen" label="Passphrase" help={HELP} shown={shown} error={faults.chosen} isNew />
          <PassphraseField name="again" label="Passphrase again" shown={shown} error={faults.again} isNew />
          <ShowPassphrase shown={shown} onChange={setShown} />
          <Understood error={faults.understood} />
        </PartsForm>
        <EncryptionFailed
          failure={failure}
          nothing="The passphrase is not on"
          notAll="Some applications are not locked yet"
        />
      </Parts>
    </Modal>
  );
}

/** Read before anything is typed. */
function Explained() {
  return (
    <>
      <p>
        A passphrase locks all your applications, documents and receipts on this computer. Other people cannot read
        them. This page locks in three ways:
      </p>
      <ul>
        <li>
          <strong>When you choose</strong>: with ‘Lock now’, or with <kbd translate="no">{LOCK_KEYS[0]}</kbd> +{' '}
          <kbd translate="no">{LOCK_KEYS[1]}</kbd> on every page.
        </li>
        <li>
          <strong>After 10 minutes</strong> if you do nothing.
        </li>
        <li>
          <strong>When you close this site</strong> or load it again, and no other tab has it open.
        </li>
      </ul>
      <p>
        While this page is locked, we send nothing. We send your confirmed applications when you enter the passphrase.
      </p>
      <Notice kind="warning" title="If you forget the passphrase, you lose everything">
        <p>
          Without the passphrase nobody can open your applications, not even the college. You can then only erase
          everything on this device.
        </p>
      </Notice>
    </>
  );
}

function Understood({ error }: { readonly error: string | undefined }) {
  const id = useId();
  return (
    <div>
      <label data-part="choose" htmlFor={id}>
        <input id={id} type="checkbox" name="understood" value="yes" {...describe({ name: 'understood', error })} />
        <span>I understand: if I forget the passphrase, I lose everything</span>
      </label>
      <FieldError name="understood" error={error} />
    </div>
  );
}
