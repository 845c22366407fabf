import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import type { Standing } from './outbox-slice.ts';
import { keptUntil, standingWords } from './outbox-words.ts';

interface OutboxLineProps {
  readonly standing: Standing;
  /** The form stands below: what happens to changes has to be said. */
  readonly editable?: boolean;
  /** A document of it could not be kept on this device: it can be sent from this page only. */
  readonly onlyHere?: boolean;
  /** Where nothing else on the page offers it. */
  readonly onWithdraw?: () => void;
}

const ONLY_HERE = ': stay on it, since a document could not be kept on this device';

/** Where a confirmed application stands, and what becomes of it without anybody's hand. */
export function OutboxLine({ standing, editable = false, onlyHere = false, onWithdraw }: OutboxLineProps) {
  const { entry } = standing;
  return (
    <Notice
      kind={entry.failure ? 'warning' : 'info'}
      title={standingWords(standing)}
      actions={
        onWithdraw && (
          <Button size="sm" onClick={onWithdraw}>
            Withdraw
          </Button>
        )
      }
    >
      <p>
        {entry.failure
          ? `${entry.failure.detail ?? 'Correct it, and confirm it again'}. `
          : `It is sent by itself as soon as our server answers, while this page is open${onlyHere ? ONLY_HERE : ' or when you come back'}. `}
        {onlyHere ? 'Your answers are' : 'It is'} kept on this device until {keptUntil(entry)}.
        {editable && ' What you change now is sent only when you confirm again.'}
      </p>
    </Notice>
  );
}
