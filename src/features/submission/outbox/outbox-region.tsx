import { useId } from 'react';
import { useSelector } from 'react-redux';
import { Button } from '#components/button.tsx';
import { styled } from '#components/styled.ts';
import { VisuallyHidden } from '#components/visually-hidden.tsx';
import { type Standing, selectOutbox, standingOf } from './outbox-slice.ts';
import { keptUntil, standingWords, underWayWords } from './outbox-words.ts';

const Region = styled('section', {
  base: {
    display: 'grid',
    gap: '1',
    '& h2': { fontSize: 'lg' },
    '& > ul': { display: 'grid', gap: '1' },
    '& li': {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'space-between',
      alignItems: 'center',
      gap: '1',
      px: '2',
      py: '1',
      bg: 'surface',
      borderWidth: '1px',
      borderColor: 'line',
      borderRadius: 'corner',
      '& > div:first-of-type': { flex: '1 1 16rem', minWidth: '0', overflowWrap: 'anywhere' },
    },
    '& small': { display: 'block', fontSize: 'sm', color: 'inkSoft' },
    '& [data-part=actions]': { display: 'flex', flexWrap: 'wrap', gap: '1' },
    _print: { display: 'none' },
  },
});

interface OutboxRegionProps {
  readonly onWithdraw: (id: string) => void;
  readonly onRetry: (id: string) => void;
}

/** What was confirmed on this device and has not come to its end: the line, and what the server is at work with. */
export function OutboxRegion({ onWithdraw, onRetry }: OutboxRegionProps) {
  const outbox = useSelector(selectOutbox);
  const title = useId();
  const { entries, underWay } = outbox;
  if (entries.length === 0 && underWay.length === 0) return null;
  return (
    <Region aria-labelledby={title}>
      <h2 id={title}>Confirmed applications</h2>
      <ul aria-live="polite">
        {entries.map(({ id }) => {
          const standing = standingOf(outbox, id);
          return standing && <Waiting key={id} {...{ standing, onWithdraw, onRetry }} />;
        })}
        {underWay.map((one) => (
          <li key={one.id} data-outbox-id={one.id}>
            <div>
              <strong>{one.applicant}</strong>
              <small>{underWayWords(one)}</small>
            </div>
          </li>
        ))}
      </ul>
    </Region>
  );
}

interface WaitingProps extends OutboxRegionProps {
  readonly standing: Standing;
}

function Waiting({ standing, onWithdraw, onRetry }: WaitingProps) {
  const { id, applicant, failure } = standing.entry;
  const of = <VisuallyHidden> {applicant}</VisuallyHidden>;
  return (
    <li data-outbox-id={id}>
      <div>
        <strong>{applicant}</strong>
        <small>{standingWords(standing)}</small>
        <small>{failure?.detail ?? `Kept until ${keptUntil(standing.entry)}.`}</small>
      </div>
      <div data-part="actions">
        {failure && (
          <Button size="sm" onClick={() => onRetry(id)}>
            Try again{of}
          </Button>
        )}
        <Button size="sm" variant="quiet" onClick={() => onWithdraw(id)}>
          Withdraw{of}
        </Button>
      </div>
    </li>
  );
}
