import { type FormEvent, useId, useState } from 'react';
import { Button } from '#components/button.tsx';
import type { Elements } from '#components/elements.ts';
import { describe, FieldError } from '#components/field/field-frame.tsx';
import { Modal } from '#components/modal.tsx';
import { Notice } from '#components/notice.tsx';
import { toast } from '#components/toasts.tsx';
import { changePassphrase, NotItsPassphrase, shareDevice, unshareDevice } from '#platform/encryption/vault.ts';
import { EncryptionFailed } from './encryption-notices.tsx';
import { LOCK_KEYS } from './lock-request.ts';
import { PassphraseBox, PassphraseForm } from './passphrase-box.ts';
import {
  fieldReader,
  focusFirstFault,
  MIN_CHARACTERS,
  newPassphraseFaults,
  type PassphraseFaults,
  WRONG_PASSPHRASE,
} from './passphrase-faults.ts';
import { PassphraseField, ShowPassphrase } from './passphrase-field.tsx';

interface DialogProps {
  readonly onClose: () => void;
}

interface FrameProps extends DialogProps {
  readonly title: string;
  /** The label of the button, and its label while it works. */
  readonly submit: readonly [words: string, busy: string];
  readonly icon?: 'lock';
  /** Checks the fields before `work`. */
  readonly judge?: (typed: (name: string) => string) => PassphraseFaults;
  /** Returns the faults that it found. Rejects with the errors of storage. */
  readonly work: (typed: (name: string) => string) => Promise<PassphraseFaults>;
  /** The toast after a success. */
  readonly done: string;
  /** Above the fields. */
  readonly explained?: Elements;
  readonly fields: (faults: PassphraseFaults, shown: boolean) => Elements;
  /** Below 'Show what I type'. */
  readonly more?: (faults: PassphraseFaults) => Elements;
  /** The notice after `work` rejected. */
  readonly failed: (failure: unknown) => Elements;
}

const NOTHING = () => null;

/** A dialog with passphrases: it checks the fields, does the work, and shows faults and failures. */
function PassphraseDialog({ title, submit, icon, judge, work, done, onClose, ...parts }: FrameProps) {
  const { explained, fields, more = NOTHING, failed } = parts;
  const formId = useId();
  const [shown, setShown] = useState(false);
  const [faults, setFaults] = useState<PassphraseFaults>({});
  const [isWorking, setWorking] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isWorking) return;
    const form = event.currentTarget;
    // Read once, since the form may be unmounted before the work is done.
    const typed = fieldReader(form);
    const found = judge?.(typed) ?? {};
    setFaults(found);
    setFailure(undefined);
    if (focusFirstFault(form, found)) return;
    setWorking(true);
    try {
      const foundLater = await work(typed);
      setFaults(foundLater);
      if (!focusFirstFault(form, foundLater)) {
        toast.success(done, { id: 'share' });
        onClose();
      }
    } catch (reason) {
      setFailure(reason);
    }
    setWorking(false);
  };
  return (
    <Modal
      open
      title={title}
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
            {...(icon && { icon })}
            busy={isWorking ? submit[1] : undefined}
          >
            {submit[0]}
          </Button>
        </>
      }
    >
      <PassphraseBox>
        {explained}
        <PassphraseForm id={formId} onSubmit={(event) => void onSubmit(event)} noValidate>
          {fields(faults, shown)}
          <ShowPassphrase shown={shown} onChange={setShown} />
          {more(faults)}
        </PassphraseForm>
        {failed(failure)}
      </PassphraseBox>
    </Modal>
  );
}

const HELP = `At least ${MIN_CHARACTERS} characters. Four unrelated words are easy to remember.`;
/** Encrypting was interrupted and had begun with another passphrase. */
const OTHER_PASSPHRASE = 'You started with another passphrase. Please enter that one';
const isOtherPassphrase = (failure: unknown): boolean => {
  if (failure instanceof NotItsPassphrase) return false;
  throw failure;
};

/** Explains what a passphrase does and what it costs, then asks for it. */
export function ShareDialog({ onClose }: DialogProps) {
  return (
    <PassphraseDialog
      title="Protect my work with a passphrase"
      submit={['Turn on the passphrase', 'Turning on...']}
      icon="lock"
      judge={(typed) => newPassphraseFaults(typed, true)}
      // The guard shows the progress in every tab.
      work={async (typed): Promise<PassphraseFaults> =>
        (await shareDevice(typed('chosen')).then(() => true, isOtherPassphrase)) ? {} : { chosen: OTHER_PASSPHRASE }
      }
      done="The passphrase is on. Press ‘Lock now’ when you leave this computer."
      onClose={onClose}
      explained={<Explanation />}
      fields={(faults, shown) => (
        <>
          <PassphraseField name="chosen" label="Passphrase" help={HELP} shown={shown} error={faults.chosen} isNew />
          <PassphraseField name="again" label="Passphrase again" shown={shown} error={faults.again} isNew />
        </>
      )}
      more={(faults) => <LossConsent error={faults.understood} />}
      failed={(failure) => (
        <EncryptionFailed
          failure={failure}
          nothing="The passphrase is not on"
          notAll="Some applications are not locked yet"
        />
      )}
    />
  );
}

function Explanation() {
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

function LossConsent({ error }: { readonly error: string | undefined }) {
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

const wrongIf = (isWrong: boolean): PassphraseFaults => (isWrong ? { current: WRONG_PASSPHRASE } : {});

/** Changes the passphrase; the records need not be encrypted again. */
export function ChangeDialog({ onClose }: DialogProps) {
  return (
    <PassphraseDialog
      title="Change the passphrase"
      submit={['Change the passphrase', 'Changing...']}
      judge={(typed) => newPassphraseFaults(typed, false)}
      work={async (typed) => wrongIf((await changePassphrase(typed('current'), typed('chosen'))) === 'wrong')}
      done="We changed the passphrase. The old passphrase no longer works."
      onClose={onClose}
      fields={(faults, shown) => (
        <>
          <PassphraseField name="current" label="Current passphrase" shown={shown} error={faults.current} isFirst />
          <PassphraseField
            name="chosen"
            label="New passphrase"
            help={`At least ${MIN_CHARACTERS} characters. If you forget the passphrase, you lose everything.`}
            shown={shown}
            error={faults.chosen}
            isNew
          />
          <PassphraseField name="again" label="New passphrase again" shown={shown} error={faults.again} isNew />
        </>
      )}
      failed={(failure) =>
        failure !== undefined && (
          <Notice kind="error" role="alert" title="The passphrase is not changed">
            <p>We could not save in this browser. Your old passphrase still works. Please try again.</p>
          </Notice>
        )
      }
    />
  );
}

/** Decrypts everything, for anyone who uses this computer. Needs the passphrase. */
export function UnshareDialog({ onClose }: DialogProps) {
  return (
    <PassphraseDialog
      title="Stop using the passphrase"
      submit={['Remove the passphrase', 'Removing...']}
      work={async (typed) => wrongIf((await unshareDevice(typed('current'))) === 'wrong')}
      done="We removed the passphrase. Everybody who uses this computer can read your applications."
      onClose={onClose}
      explained={<p>Then everybody who uses this computer can read your applications, documents and receipts.</p>}
      fields={(faults, shown) => (
        <PassphraseField name="current" label="Passphrase" shown={shown} error={faults.current} isFirst />
      )}
      failed={(failure) => (
        <EncryptionFailed
          failure={failure}
          nothing="Your applications are still locked"
          notAll="Some applications are still locked"
        />
      )}
    />
  );
}
