import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '#components/button.tsx';
import { Modal } from '#components/modal.tsx';
import { Notice } from '#components/notice.tsx';
import { styled } from '#components/styled.ts';
import { draftTabs } from '#features/drafts/tabs.ts';
import type { SubmissionDispatch } from '#features/submission/submission-services.ts';
import { countKept, eraseDevice, type KeptCounts, type Leftover } from '#platform/erase-device.ts';
import { OnItsWay } from './on-its-way.tsx';

const TITLE = 'Erase everything on this device';

/** After the last two steps, the page must be reloaded. */
type Erasure = 'what' | 'sure' | 'erasing' | readonly Leftover[];

const Words = styled('div', {
  base: { display: 'grid', gap: '2', '& ul': { paddingInlineStart: '3', listStyle: 'disc' } },
});

/** Shows what is stored and what is not sent yet, then asks again. Afterwards it shows what is left in storage. */
export function EraseDialog({ onClose }: { readonly onClose: () => void }) {
  const dispatch = useDispatch<SubmissionDispatch>();
  const [step, setStep] = useState<Erasure>('what');
  if (step === 'what')
    return (
      <Modal
        open
        title={TITLE}
        onClose={onClose}
        footer={
          <>
            <Button onClick={onClose}>Keep everything</Button>
            <Button variant="danger" icon="trash" onClick={() => setStep('sure')}>
              Continue to erase
            </Button>
          </>
        }
      >
        <WhatIsErased />
      </Modal>
    );
  if (step === 'sure' || step === 'erasing') {
    const erase = async () => {
      setStep('erasing');
      setStep(await eraseDevice(() => dispatch(draftTabs()).close()));
      // The page shows data that is gone.
      document.getElementById('root')?.setAttribute('hidden', '');
    };
    const working = step === 'erasing' ? 'Erasing...' : undefined;
    return (
      <Modal
        key="sure"
        open
        role="alertdialog"
        title="Are you sure?"
        onClose={onClose}
        dismissable={working === undefined}
        footer={
          <>
            {!working && <Button onClick={onClose}>Keep everything</Button>}
            <Button variant="danger" icon="trash" busy={working} onClick={() => void erase()}>
              Erase everything now
            </Button>
          </>
        }
      >
        <Words>
          <p>You cannot undo this. Other tabs of this site also lose their open applications.</p>
          {!working && <OnItsWay />}
        </Words>
      </Modal>
    );
  }
  return <Erased left={step} />;
}

function WhatIsErased() {
  const [kept, setKept] = useState<KeptCounts | 'unknown'>();
  useEffect(() => {
    countKept().then(setKept, () => setKept('unknown'));
  }, []);
  const counts = typeof kept === 'object' ? kept : undefined;
  return (
    <Words>
      <p>We will delete from this browser:</p>
      <ul>
        <li>{counts ? counted(counts.drafts, 'application') : 'all applications'}</li>
        {counts?.outbox !== 0 && <li>{counts ? waitingWords(counts.outbox) : 'applications that are not sent yet'}</li>}
        <li>{counts ? counted(counts.documents, 'document') : 'all documents'}</li>
        <li>all receipts</li>
        <li>your saved agency, all links, all other saved data</li>
      </ul>
      {kept === 'unknown' && (
        <Notice kind="warning">
          <p>We could not count what this browser has saved.</p>
        </Notice>
      )}
      <p>
        The college keeps what you have submitted. Our server deletes documents of unsubmitted applications after 24
        hours. Files in your own folders stay, and so do downloaded receipts.
      </p>
      <OnItsWay />
    </Words>
  );
}

const waitingWords = (count: number): string => `${counted(count, 'confirmed application')} not sent yet`;
const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

const LEFT: Readonly<Record<Leftover, string>> = {
  database: 'We could not delete applications and documents.',
  notes: 'We could not delete receipts, the saved agency or other saved data.',
  session: 'We could not delete the data of this tab.',
  caches: 'We could not delete saved lists.',
  tabs: 'Another tab of this site still has an application open.',
};

function Erased({ left }: { readonly left: readonly Leftover[] }) {
  const isAllGone = left.length === 0;
  const again = () => location.replace('/');
  return (
    <Modal
      key="erased"
      open
      role="alertdialog"
      title={isAllGone ? 'Everything was erased' : 'Not everything was erased'}
      onClose={again}
      footer={
        <Button variant="primary" onClick={again}>
          {isAllGone ? 'Close' : 'Close and look again'}
        </Button>
      }
    >
      {isAllGone ? (
        <p>We checked the storage of this browser. None of your applications is left.</p>
      ) : (
        <Words>
          <ul>
            {left.map((place) => (
              <li key={place}>{LEFT[place]}</li>
            ))}
          </ul>
          <p>
            Close all other tabs of this site and try again. If that does not help, delete the data of this site in your
            browser settings.
          </p>
        </Words>
      )}
    </Modal>
  );
}
