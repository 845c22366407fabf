import type { ReactNode } from 'react';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { styled } from '#components/styled.ts';
import type { RegistrationFailure } from './registration-failure.ts';
import type { SubmitState } from './registration-slice.ts';

const Root = styled('div', {
  base: {
    display: 'grid',
    gap: '2',
    marginTop: { base: '3', md: '5' },
    '& > button': { minWidth: { md: '16rem' }, justifySelf: { base: 'stretch', md: 'end' } },
  },
});

/** Button texts word for word (spec §4 "Agent application submission status"). */
const LOOK = {
  idle: { words: 'Submit Application', variant: 'primary' },
  submitting: { words: 'Submitting...', variant: 'primary' },
  success: { words: 'Submitted Successfully', variant: 'success' },
  error: { words: 'Submission Failed', variant: 'danger' },
} as const;

export interface SubmitAreaProps {
  readonly state: SubmitState;
  readonly failure: RegistrationFailure | null;
  /** How many answers keep the form from being sent, 0 when it was not tried or all is well. */
  readonly unanswered: number;
  /** Where it stands in the line of what is to be sent; it is sent from there without anybody's hand. */
  readonly line?: ReactNode;
  /** What is being sent are the answers of an earlier press. */
  readonly earlier?: boolean;
}

/** The button that says how the submission goes, and below it the reason when it does not. */
export function SubmitArea({ state, failure, unanswered, line, earlier }: SubmitAreaProps) {
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
          <p>It goes with the answers that you submitted before. If it stops, you can submit it with your changes.</p>
        </Notice>
      )}
      {failure && (
        <Notice kind="error" role="alert" title={failure.message}>
          {failure.detail && <p>{failure.detail}</p>}
          <p>Nothing you entered is lost.{!line && ' Press the button to try again.'}</p>
        </Notice>
      )}
      {state !== 'submitting' && line}
      {!failure && unanswered > 0 && (
        <Notice
          kind="error"
          role="alert"
          title={unanswered === 1 ? 'One answer needs your attention' : `${unanswered} answers need your attention`}
        >
          <p>Each is marked above, with what to do.</p>
        </Notice>
      )}
    </Root>
  );
}
