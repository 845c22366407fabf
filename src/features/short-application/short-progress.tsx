import { chakra } from '@chakra-ui/react/styled-system';
import { useEffect } from 'react';
import { Button } from '#components/button.tsx';
import { Icon, type IconName } from '#components/icon.tsx';
import { Modal } from '#components/modal.tsx';
import { Notice } from '#components/notice.tsx';
import { toast } from '#components/toast.ts';
import { STAGE_TITLES, STAGES_BY_KIND, type StageState } from '#domain/submission/stages.ts';
import type { Stage, Submission } from '#domain/submission/submission.ts';
import { TOAST_TIMES } from './toast-times.ts';

const Stages = chakra('ol', {
  base: {
    display: 'grid',
    gap: '1.5',
    marginBottom: '2',
    '& > li': { display: 'flex', gap: '1.5', alignItems: 'center', color: 'inkSoft' },
    '& > li[data-state=completed] > svg': { color: 'success' },
    '& > li[data-state=error]': { color: 'error' },
    '& > li[data-state=in-progress]': { color: 'ink', fontWeight: 'medium' },
  },
});

const ICONS: Readonly<Record<StageState, IconName>> = {
  pending: 'clock',
  'in-progress': 'refresh',
  completed: 'success',
  error: 'error',
};
const STATE_WORDS: Readonly<Record<StageState, string>> = {
  pending: 'Waiting',
  'in-progress': 'In progress',
  completed: 'Completed',
  error: 'Failed',
};

const SUCCESS = 'Application submitted successfully!';
const WAITING: readonly Stage[] = STAGES_BY_KIND.short.map((name) => ({ name, state: 'pending' }));

interface ShortProgressProps {
  /** Undefined until the first word of it. */
  readonly submission: Submission | undefined;
  /** Back to the form, to put something right and send it again. */
  readonly onRetry: () => void;
  /** All is done. */
  readonly onDone: () => void;
}

/** The stages of a short application (contract §4) and how it ended. */
export function ShortProgress({ submission, onRetry, onDone }: ShortProgressProps) {
  const status = submission?.status ?? 'processing';
  const failure = submission?.stages.find(({ state }) => state === 'error')?.error;
  useEndToast(status, failure?.message);
  const button = { processing: null, error: ['Close and Retry', onRetry], processed: ['Close', onDone] } as const;
  const end = button[status];
  return (
    <Modal
      open
      title={status === 'processed' ? SUCCESS : 'Submitting your application'}
      dismissable={end !== null}
      onClose={end?.[1] ?? onRetry}
      footer={
        end && (
          <Button variant="primary" onClick={end[1]}>
            {end[0]}
          </Button>
        )
      }
    >
      <Stages>
        {(submission?.stages ?? WAITING).map(({ name, state }) => (
          <li key={name} data-stage={name} data-state={state}>
            <Icon name={ICONS[state]} />
            <span>{STAGE_TITLES[name]}</span>
            <small>{STATE_WORDS[state]}</small>
          </li>
        ))}
      </Stages>
      {failure && (
        <Notice kind="error" role="alert" title={failure.message}>
          {failure.errors?.map(({ field, message }) => (
            <p key={field}>{message}</p>
          ))}
        </Notice>
      )}
      {status === 'processed' && (
        <Notice kind="success" role="status">
          <p>Your application was submitted. You may close this page.</p>
        </Notice>
      )}
    </Modal>
  );
}

/** Says once how it ended, in the short form's toasts. */
function useEndToast(status: Submission['status'], failure: string | undefined): void {
  useEffect(() => {
    if (status === 'processed') toast.success(SUCCESS, TOAST_TIMES.success);
    if (status === 'error' && failure) toast.error(failure, TOAST_TIMES.error);
  }, [status, failure]);
}
