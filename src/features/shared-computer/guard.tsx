import { useEffect, useSyncExternalStore } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '#components/button.tsx';
import type { Elements } from '#components/elements.ts';
import { Modal } from '#components/modal.tsx';
import { toast } from '#components/toasts.tsx';
import type { SubmissionDispatch } from '#features/submission/submission-services.ts';
import { Cover } from './cover.tsx';
import { EncryptionProgress } from './encryption-progress.tsx';
import { hideInPageCache } from './hide-in-page-cache.ts';
import { watchIdle } from './idle-watch.ts';
import { lockDespiteUnsaved, lockOrAsk, studentsAtRisk } from './lock.ts';
import { isLockKey, lockRequests } from './lock-request.ts';
import { LockScreen } from './lock-screen.tsx';
import { PassphraseBox } from './passphrase-box.ts';
import { mustHideData, useVault } from './use-vault.ts';

interface GuardProps {
  /** The button on the lock screen that erases everything. */
  readonly erase: Elements;
}

/** On a shared computer: the lock screen while it is locked, and automatic locking while it is unlocked. */
export function Guard({ erase }: GuardProps) {
  const state = useVault();
  if (state === 'locked') return <LockScreen erase={erase} />;
  if (mustHideData(state)) return null;
  if (state === 'locking') return <Cover title="Locking..." />;
  return (
    <>
      <AutoLock />
      {(state === 'sealing' || state === 'unsealing') && <EncryptionProgress isSealing={state === 'sealing'} />}
      <UnsavedChangesDialog />
    </>
  );
}

const LAST_MINUTE = 'This page locks in one minute. Press a key or move the mouse to continue.';
const TOAST = 'last-minute';

/** Locks by key, and automatically after ten minutes without activity. */
function AutoLock() {
  const dispatch = useDispatch<SubmissionDispatch>();
  useEffect(() => {
    const ending = new AbortController();
    const lock = () => void dispatch(lockOrAsk());
    const press = (event: KeyboardEvent) => {
      if (!isLockKey(event)) return;
      event.preventDefault();
      lock();
    };
    // Before dialogs and fields handle the key.
    window.addEventListener('keydown', press, { capture: true, signal: ending.signal });
    const endAsking = lockRequests.subscribe(lock);
    const endWatch = watchIdle({
      onLastMinute: () => toast.error(LAST_MINUTE, { id: TOAST, duration: Number.POSITIVE_INFINITY }),
      onBack: () => toast.dismiss(TOAST),
      onOver: () => void dispatch(lockDespiteUnsaved()),
    });
    const endHiding = hideInPageCache();
    return () => {
      ending.abort();
      endHiding();
      endAsking();
      endWatch();
      toast.dismiss(TOAST);
    };
  }, [dispatch]);
  return null;
}

/** Asks before locking by hand if changes cannot be saved and would be lost. */
function UnsavedChangesDialog() {
  const dispatch = useDispatch<SubmissionDispatch>();
  const students = useSyncExternalStore(studentsAtRisk.subscribe, studentsAtRisk.state);
  if (students.length === 0) return null;
  const stay = () => studentsAtRisk.set([]);
  return (
    <Modal
      open
      role="alertdialog"
      title="Some changes would be lost"
      onClose={stay}
      footer={
        <>
          <Button onClick={stay}>Do not lock yet</Button>
          <Button variant="danger" icon="lock" onClick={() => void dispatch(lockDespiteUnsaved())}>
            Lock and lose these changes
          </Button>
        </>
      }
    >
      <PassphraseBox>
        <p>We could not save on this device. The latest changes are only on this page, for:</p>
        <ul>
          {students.map((student) => (
            <li key={student}>{student}</li>
          ))}
        </ul>
        <p>Make room on this device, and lock again.</p>
      </PassphraseBox>
    </Modal>
  );
}
