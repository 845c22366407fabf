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

const SHARED = 'This computer is shared now. Lock it whenever you leave it.';
const HELP = `At least ${LEAST_CHARACTERS} characters. Four words that have nothing to do with each other are easy to remember.`;

/** It was cut short with another one. */
const OTHER = 'Another passphrase has locked away a part already. Please enter that one';
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
      title="This computer is shared"
      onClose={onClose}
      dismissable={!isWorking}
      footer={
        <>
          <Button onClick={onClose} disabled={isWorking}>
            Leave it as it is
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            icon="lock"
            busy={isWorking ? 'Locking away...' : undefined}
          >
            Lock everything away
          </Button>
        </>
      }
    >
      <Parts>
        <Explained />
        <PartsForm id={formId} onSubmit={onSubmit} noValidate>
          <PassphraseField name="chosen" label="Passphrase" help={HELP} shown={shown} error={faults.chosen} isNew />
          <PassphraseField name="again" label="Passphrase once more" shown={shown} error={faults.again} isNew />
          <ShowPassphrase shown={shown} onChange={setShown} />
          <Understood error={faults.understood} />
        </PartsForm>
        <EncryptionFailed
          failure={failure}
          nothing="Nothing was locked away"
          notAll="Not everything could be locked away"
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
        A passphrase locks away all applications, documents, receipts and what waits to be sent. Whoever uses this
        computer after you can read nothing of it. It locks in three ways:
      </p>
      <ul>
        <li>
          <strong>When you say so</strong>: with ‘Lock now’, or with <kbd translate="no">{LOCK_KEYS[0]}</kbd> +{' '}
          <kbd translate="no">{LOCK_KEYS[1]}</kbd> on every page.
        </li>
        <li>
          <strong>By itself</strong>: after 10 minutes without a key, a mouse or a touch.
        </li>
        <li>
          <strong>When this site is closed</strong> or loaded again, and no other tab has it open.
        </li>
      </ul>
      <p>While it is locked, nothing is sent. What you have confirmed waits until somebody enters the passphrase.</p>
      <Notice kind="warning" title="If you forget it, your applications cannot be recovered">
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
        <span>I have understood that everything is gone if the passphrase is forgotten</span>
      </label>
      <FieldError name="understood" error={error} />
    </div>
  );
}
