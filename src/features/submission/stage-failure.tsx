import { type ReactNode, useState } from 'react';
import { Button } from '#components/button.tsx';
import { Modal } from '#components/modal.tsx';
import { Notice } from '#components/notice.tsx';
import { styled } from '#components/styled.ts';
import { LANGUAGE } from '#domain/institute.ts';
import type { StageError } from '#domain/submission/submission.ts';
import { isAboutLostDocument } from '#domain/submission/submission.ts';

/** The name of a field in a message; a press leads to the field. */
const FieldLink = styled('button', {
  base: {
    color: 'accent',
    textDecoration: 'underline',
    textUnderlineOffset: '0.2em',
    cursor: 'pointer',
    textAlign: 'start',
    // A label of two lines begins beside the bullet of its item.
    verticalAlign: 'top',
  },
});

/** The errors in their own modal. */
const Issues = styled('ul', {
  base: {
    display: 'grid',
    gap: '2',
    marginTop: '2',
    '& > li': { paddingInlineStart: '2', borderInlineStartWidth: '3px', borderColor: 'error' },
    '& strong': { fontWeight: 'medium' },
    '& code': { display: 'block', fontFamily: 'mono', fontSize: 'sm', color: 'inkSoft', overflowWrap: 'anywhere' },
  },
});

/** What connects the errors of a stage with the form. */
export interface FieldAccess {
  /** The label of a field; undefined for a name that is no field of the form. */
  readonly labelOf: (field: string) => string | undefined;
  /** Leads to the field. */
  readonly onFixField: (field: string) => void;
}

interface StageFailureProps extends FieldAccess {
  readonly error: StageError;
  /** Our server reports it: its detail is what an outside service said, for whoever helps. */
  readonly isFromServer: boolean;
  /** When the server tries again by itself: an ISO date-time. */
  readonly retryAt?: string | undefined;
}

/** What went wrong, what to correct, and whether the server tries again by itself. */
export function StageFailure({ error, isFromServer, retryAt, labelOf, onFixField }: StageFailureProps) {
  const [detailed, setDetailed] = useState(false);
  const { message, detail, errors = [] } = error;
  // The modal has nothing to add about lost documents.
  const isDetailed = errors.some((issue) => !isAboutLostDocument(issue));
  const details = (
    <Button size="sm" onClick={() => setDetailed(true)}>
      Show all details
    </Button>
  );
  return (
    <>
      <Notice kind="error" title={lineFor(error, retryAt)} {...(isDetailed && { actions: details })}>
        <p>{message}</p>
        {detail && !isFromServer && <p>{detail}</p>}
        {errors.length > 0 && (
          <ul data-part="issues">
            {errors.map(({ field, message: issue }) => (
              <li key={`${field} ${issue}`}>
                <FieldName {...{ field, labelOf, onFixField }} />
                <span>{labelOf(field) === undefined ? issue : `: ${issue}`}</span>
              </li>
            ))}
          </ul>
        )}
        {retryAt && <p>{`We will try again at ${timeInWords(retryAt)}. You do not need to do anything.`}</p>}
        {detail && isFromServer && <TechnicalDetails message={detail} />}
      </Notice>
      {detailed && <ValidationErrorsModal {...{ error, labelOf, onFixField }} onClose={() => setDetailed(false)} />}
    </>
  );
}

/** What happened, for the person: nothing is lost, and what comes next. */
function lineFor({ errors = [] }: StageError, retryAt: string | undefined): string {
  if (errors.some((issue) => !isAboutLostDocument(issue))) return 'Please correct your application. Nothing is lost.';
  return retryAt ? 'Not sent yet. Nothing is lost.' : 'Not sent. Nothing is lost. Please try again.';
}

/** What the machine said, folded: for whoever helps. */
export const TechnicalDetails = ({ message }: Pick<StageError, 'message'>) => (
  <details>
    <summary>Technical details</summary>
    <p>{message}</p>
  </details>
);

/** The name of an issue's field: a press leads to a field of the form; nothing or `other` for a key or code that is none. */
function FieldName({
  field,
  labelOf,
  onFixField,
  other,
}: FieldAccess & { readonly field: string; readonly other?: ReactNode }) {
  const label = labelOf(field);
  if (label === undefined) return other;
  return (
    <FieldLink type="button" onClick={() => onFixField(field)}>
      {label}
    </FieldLink>
  );
}

const time = new Intl.DateTimeFormat(LANGUAGE, { timeStyle: 'short', hour12: false });
const timeInWords = (iso: string): string => time.format(new Date(iso));

interface ValidationErrorsModalProps extends FieldAccess {
  readonly error: StageError;
  readonly onClose: () => void;
}

/** The list of CRICOS validation errors (R2.20): field, message and the records' own key of each. */
function ValidationErrorsModal({ error, labelOf, onFixField, onClose }: ValidationErrorsModalProps) {
  return (
    <Modal
      open
      title="CRICOS validation errors"
      onClose={onClose}
      footer={<Button onClick={onClose}>Back to the progress</Button>}
    >
      <p>{error.message}</p>
      <Issues>
        {error.errors?.map(({ field, message, technical }) => (
          <li key={`${field} ${message}`}>
            <FieldName {...{ field, labelOf, onFixField }} other={<strong>The application as a whole</strong>} />
            <p>{message}</p>
            <code translate="no">{/^\d+$/.test(technical) ? `Code ${technical}` : technical}</code>
          </li>
        ))}
      </Issues>
    </Modal>
  );
}
