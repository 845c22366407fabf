import { Notice } from '#components/notice.tsx';
import { TookTooLong } from '#platform/database.ts';
import { useVault } from './use-vault.ts';

interface UndoneProps {
  /** Why it came to nothing; nothing is shown where it did not. */
  readonly failure: unknown;
  /** The title where no record was touched, and where some were. */
  readonly nothing: string;
  readonly notAll: string;
}

/** In the dialogs that seal and unseal everything: what could not be done, why, and how it goes on. */
export function Undone({ failure, nothing, notAll }: UndoneProps) {
  const state = useVault();
  if (failure === undefined) return null;
  const isBegun = state === 'sealing' || state === 'unsealing';
  return (
    <Notice kind="error" role="alert" title={isBegun ? notAll : nothing}>
      <p>
        {failure instanceof TookTooLong
          ? 'This browser did not answer in time, as when another tab or window of this site is stuck. Nothing is lost. Close the other ones and try again with the same passphrase.'
          : 'This browser could not be written to. Nothing is lost. Free some room on this device and try again with the same passphrase.'}
      </p>
    </Notice>
  );
}
