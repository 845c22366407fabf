import { Button } from '#components/button.tsx';
import { Icon } from '#components/icon.tsx';
import { ProgressBar } from '#components/progress.tsx';
import { HiddenName, Words } from '#components/verbatim.tsx';
import type { WaitingFile } from './kept-pages.ts';
import { Card } from './page-card.tsx';
import { unreadableWords, WORDS } from './scan-words.ts';

interface WaitingCardProps {
  readonly file: WaitingFile;
  /** Why it could not be read; undefined while it waits or is read. */
  readonly failure: unknown;
  readonly disabled: boolean;
  readonly onRetry: () => void;
  readonly onRemove: () => void;
}

/** A chosen file in the place of its later pages. */
export function WaitingCard({ file, failure, disabled, onRetry, onRemove }: WaitingCardProps) {
  const action = (words: string, act: () => void) => (
    <Button size="sm" variant="quiet" disabled={disabled} onClick={act}>
      <span>{words}</span>
      <HiddenName>{file.name}</HiddenName>
    </Button>
  );
  return (
    <Card>
      <div data-part="picture">
        <Icon name={failure ? 'error' : 'clock'} />
      </div>
      <div>
        <p data-part="about" translate="no">
          {file.name}
        </p>
        {failure ? (
          <p data-part="error" role="alert">
            <Words verbatim={[file.name]}>{unreadableWords(failure, file.name)}</Words>
          </p>
        ) : (
          <>
            <p>{WORDS.reading}</p>
            <ProgressBar size="sm" label={`Reading ${file.name}`} />
          </>
        )}
      </div>
      <div data-part="acts">
        {failure !== undefined && action('Try again', onRetry)}
        {action('Remove', onRemove)}
      </div>
    </Card>
  );
}
