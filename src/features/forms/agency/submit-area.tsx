import { Button } from '#components/button.tsx';
import type { Elements } from '#components/elements.ts';
import { Notice } from '#components/notice.tsx';
import { styled } from '#components/styled.ts';
import type { StageError } from '#domain/submission/submission.ts';
import { isAboutLostDocument } from '#domain/submission/submission.ts';
import type { SubmitState } from './use-submit-state.ts';

const Root = styled('div', {
  base: {
    display: 'grid',
    gap: '2',
    marginTop: { base: '3', md: '5' },
    '& > button': { minWidth: { md: '16rem' }, justifySelf: { base: 'stretch', md: 'end' } },
  },
});

/** Button texts word for word (R2.30). */
const LOOK = {
  idle: { words: 'Submit Application', variant: 'primary' },
  submitting: { words: 'Submitting...', variant: 'primary' },
  success: { words: 'Submitted Successfully', variant: 'success' },
  error: { words: 'Submission Failed', variant: 'danger' },
} as const;

export interface SubmitAreaProps {
  readonly state: SubmitState;
  readonly failure: StageError | undefined;
  /** How many answers prevent sending; 0 before the first attempt, or if all are valid. */
  readonly unanswered: number;
  /** The outbox's notice, while the application is queued. */
  readonly notice?: Elements;
  /** The answers of an earlier press are being sent. */
  readonly earlier?: boolean;
  /** Leaves the form once nothing is left to do in it. */
  readonly onClose: () => void;
}

/** The button, which shows the progress of the submission. If it fails, the reason is below it. */
export function SubmitArea({ state, failure, unanswered, notice, earlier, onClose }: SubmitAreaProps) {
  if (state === 'held') {
    return (
      <Root>
        <Notice kind="info" role="status" title={failure?.message} actions={<Button onClick={onClose}>Close</Button>} />
      </Root>
    );
  }
  const { words, variant } = LOOK[state];
  return (
    <Root>
      <Button
        type="submit"
        variant={variant}
        busy={state === 'submitting' ? words : undefined}
        {...(state === 'success' && { icon: 'check' })}
        {...(state === 'error' && { icon: 'error' })}
      >
        {words}
      </Button>
      {earlier && state === 'submitting' && (
        <Notice kind="info" role="status" title="Your application is already being sent">
          <p>We are sending your first answers. If this stops, you can submit your changes.</p>
        </Notice>
      )}
      {failure && <FailureNotice failure={failure} goesOn={Boolean(notice)} />}
      {state !== 'submitting' && notice}
      {!failure && unanswered > 0 && (
        <Notice
          kind="error"
          role="alert"
          title={unanswered === 1 ? 'One answer needs your attention' : `${unanswered} answers need your attention`}
        >
          <p>Look for the red messages above.</p>
        </Notice>
      )}
    </Root>
  );
}

/** Why the last attempt failed, and what to do next. `goesOn`: it is retried automatically. */
function FailureNotice({ failure, goesOn }: { readonly failure: StageError; readonly goesOn: boolean }) {
  const { title, detail } = wordsOf(failure);
  return (
    <Notice kind="error" role="alert" title={title}>
      {detail && <p>{detail}</p>}
      <p>{goesOn ? 'Your answers are safe.' : 'Your answers are safe. Press the red button to try again.'}</p>
    </Notice>
  );
}

/** Leaves out details that repeat the message, and messages that are beside their fields. */
function wordsOf({ code, message, detail, errors = [] }: StageError): { title: string; detail?: string | undefined } {
  if (code === 'UPLOAD_FAILED') {
    return {
      title: 'We could not upload the agent introduction.',
      detail: 'Read the message beside the document, or choose the file again.',
    };
  }
  const lost = errors.find(isAboutLostDocument);
  if (lost) return { title: message, detail: lost.message };
  return { title: message, detail: detail && !message.includes(detail) ? detail : undefined };
}
