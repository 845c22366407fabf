import { useEffect, useSyncExternalStore } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '#components/button.tsx';
import type { Elements } from '#components/elements.ts';
import { Modal } from '#components/modal.tsx';
import { toast } from '#components/toasts.tsx';
import type { SubmissionDispatch } from '#features/submission/submission-services.ts';
import { Cover } from './cover.tsx';
import { watchIdle } from './idle-watch.ts';
import { hideWhileKept } from './kept-page.ts';
import { lockAnyway } from './lock.ts';
import { lockAsked } from './lock-asked.ts';
import { lockByHand, unkept } from './lock-by-hand.ts';
import { isLockKey } from './lock-key.ts';
import { LockScreen } from './lock-screen.tsx';
import { Parts } from './parts.ts';
import { isShut, useVault } from './use-vault.ts';
import { Walking } from './walking.tsx';

interface GuardProps {
  /** The way to erase everything, which the lock screen shows. */
  readonly erase: Elements;
}

/** On a shared computer: the lock screen while it is locked, and the watch over it while it is open. */
export function Guard({ erase }: GuardProps) {
  const state = useVault();
  if (state === 'locked') return <LockScreen erase={erase} />;
  if (isShut(state)) return null;
  if (state === 'locking') return <Cover title="Locking..." />;
  return (
    <>
      <Watch />
      {(state === 'sealing' || state === 'unsealing') && <Walking isSealing={state === 'sealing'} />}
      <UnkeptQuestion />
    </>
  );
}

const LAST_MINUTE = 'This computer locks itself in one minute. Press any key, or move the mouse, to go on.';
const TOAST = 'last-minute';

/** Locks by key, and by itself after ten minutes without anybody. */
function Watch() {
  const dispatch = useDispatch<SubmissionDispatch>();
  useEffect(() => {
    const ending = new AbortController();
    const lock = () => void dispatch(lockByHand());
    const press = (event: KeyboardEvent) => {
      if (!isLockKey(event)) return;
      event.preventDefault();
      lock();
    };
    // Before any dialog or field has its say.
    window.addEventListener('keydown', press, { capture: true, signal: ending.signal });
    const endAsking = lockAsked.subscribe(lock);
    const endWatch = watchIdle({
      onLastMinute: () => toast.error(LAST_MINUTE, { id: TOAST, duration: Number.POSITIVE_INFINITY }),
      onBack: () => toast.dismiss(TOAST),
      onOver: () => void dispatch(lockAnyway()),
    });
    const endHiding = hideWhileKept();
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

/** Something cannot be written, so that locking would lose it: asked where a person has locked by hand. */
function UnkeptQuestion() {
  const dispatch = useDispatch<SubmissionDispatch>();
  const students = useSyncExternalStore(unkept.subscribe, unkept.state);
  if (students.length === 0) return null;
  const stay = () => unkept.set([]);
  return (
    <Modal
      open
      role="alertdialog"
      title="Some changes would be lost"
      onClose={stay}
      footer={
        <>
          <Button onClick={stay}>Do not lock yet</Button>
          <Button variant="danger" icon="lock" onClick={() => void dispatch(lockAnyway())}>
            Lock and lose these changes
          </Button>
        </>
      }
    >
      <Parts>
        <p>This device could not be written to. What was changed last is on this page only, for:</p>
        <ul>
          {students.map((student) => (
            <li key={student}>{student}</li>
          ))}
        </ul>
        <p>Free some room on this device, and lock again.</p>
      </Parts>
    </Modal>
  );
}
