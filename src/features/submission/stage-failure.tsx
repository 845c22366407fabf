import { useState } from 'react';
import { Button } from '#components/button.tsx';
import { Notice } from '#components/notice.tsx';
import { isAboutLostDocument } from '#domain/submission/lost-documents.ts';
import type { StageError, StageIssue } from '#domain/submission/submission.ts';
import { FieldLink } from './submission.styles.ts';
import { type FieldAccess, ValidationErrorsModal } from './validation-errors-modal.tsx';

interface StageFailureProps extends FieldAccess {
  readonly error: StageError;
  /** When the server tries again by itself: an ISO date-time. */
  readonly retryAt?: string | undefined;
}

/** What went wrong, what to correct, and whether the server goes on by itself. */
export function StageFailure({ error, retryAt, labelOf, onFixField }: StageFailureProps) {
  const [detailed, setDetailed] = useState(false);
  const { message, detail, errors = [] } = error;
  // Of documents there is nothing to add.
  const isDetailed = errors.some((issue) => !isAboutLostDocument(issue));
  const details = (
    <Button size="sm" onClick={() => setDetailed(true)}>
      Show all details
    </Button>
  );
  return (
    <>
      <Notice kind="error" title={message} {...(isDetailed && { actions: details })}>
        {detail && <p>{detail}</p>}
        {errors.length > 0 && (
          <ul data-part="issues">
            {errors.map((issue) => (
              <li key={`${issue.field} ${issue.message}`}>
                <IssueWords {...{ issue, labelOf, onFixField }} />
              </li>
            ))}
          </ul>
        )}
        {retryAt && <p>We go on trying by ourselves; the next time at {timeInWords(retryAt)}.</p>}
      </Notice>
      {detailed && <ValidationErrorsModal {...{ error, labelOf, onFixField }} onClose={() => setDetailed(false)} />}
    </>
  );
}

interface IssueWordsProps extends FieldAccess {
  readonly issue: StageIssue;
}

function IssueWords({ issue: { field, message }, labelOf, onFixField }: IssueWordsProps) {
  const label = labelOf(field);
  if (label === undefined) return <>{message}</>;
  return (
    <>
      <FieldLink type="button" onClick={() => onFixField(field)}>
        {label}
      </FieldLink>
      : {message}
    </>
  );
}

const time = new Intl.DateTimeFormat('en-AU', { timeStyle: 'short', hour12: false });
const timeInWords = (iso: string): string => time.format(new Date(iso));
