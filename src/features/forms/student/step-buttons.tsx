import { Button } from '#components/button.tsx';
import { ActionBar } from '#components/page.tsx';

interface StepButtonsProps {
  readonly first: boolean;
  readonly last: boolean;
  readonly checking: boolean;
  readonly submitting: boolean;
  /** False if another tab owns the draft, or while it is being restored. */
  readonly allowed: boolean;
  readonly onPrevious: () => void;
  readonly onNext: () => void;
  readonly onSubmit: () => void;
}

/**
 * Previous (hidden on step 1), Next, and on the last step the green submit button (R2.12). None is a native submit button:
 * before the scripts have loaded, submitting would put the answers into the address.
 */
export function StepButtons(props: StepButtonsProps) {
  const { first, last, checking, submitting, allowed, onPrevious, onNext, onSubmit } = props;
  const busy = checking ? 'Validating...' : undefined;
  return (
    <ActionBar>
      {!first && (
        <Button icon="arrow-left" disabled={checking || submitting} onClick={onPrevious}>
          Previous
        </Button>
      )}
      {last ? (
        <Button variant="success" busy={submitting ? 'Submitting...' : busy} disabled={!allowed} onClick={onSubmit}>
          Submit Application
        </Button>
      ) : (
        <Button variant="primary" iconEnd="arrow-right" busy={busy} onClick={onNext}>
          Next
        </Button>
      )}
    </ActionBar>
  );
}
