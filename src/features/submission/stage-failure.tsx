import { type ReactNode, useState } from 'react';
import { Button } from '#components/button.tsx';
import { Modal } from '#components/modal.tsx';
import { Notice } from '#components/notice.tsx';
import { styled } from '#components/styled.ts';
import { LANGUAGE } from '#domain/institute.ts';
import type { StageError } from '#domain/submission/submission.ts';
import { isAboutLostDocument } from '#domain/submission/submission.ts';

const FieldLink = styled('button', {
  base: {
    color: 'accent',
    textDecoration: 'underline',
    textUnderlineOffset: '0.2em',
    cursor: 'pointer',
    textAlign: 'start',
    // Aligns the first of two lines with the bullet of the list item.
    verticalAlign: 'top',
  },
});

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

/** Connects the errors of a stage with the form. */
export interface FieldAccess {
  /** Undefined if the form has no such field. */
  readonly labelOf: (field: string) => string | undefined;
  readonly onFixField: (field: string) => void;
}

interface StageFailureProps extends FieldAccess {
  readonly error: StageError;
  /** Reported by our server: the detail is then the message of an outside service, for technical support. */
  readonly isFromServer: boolean;
  /** When the server retries automatically: an ISO date-time. */
  readonly retryAt?: string | undefined;
}

/** What went wrong, what to correct, and when the server retries. */
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
      <Notice kind="error" title={failureTitle(error, retryAt)} {...(isDetailed && { actions: details })}>
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
        {retryAt && <p>{`We will try again at ${formatTime(retryAt)}. You do not need to do anything.`}</p>}
        {detail && isFromServer && <TechnicalDetails message={detail} />}
      </Notice>
      {detailed && <ValidationErrorsModal {...{ error, labelOf, onFixField }} onClose={() => setDetailed(false)} />}
    </>
  );
}

function failureTitle({ errors = [] }: StageError, retryAt: string | undefined): string {
  if (errors.some((issue) => !isAboutLostDocument(issue))) return 'Please correct your application. Nothing is lost.';
  return retryAt ? 'Not sent yet. Nothing is lost.' : 'Not sent. Nothing is lost. Please try again.';
}

/** The technical message, collapsed, for technical support. */
export const TechnicalDetails = ({ message }: Pick<StageError, 'message'>) => (
  <details>
    <summary>Technical details</summary>
    <p>{message}</p>
  </details>
);

/** A link to the field of an issue; `other` for a key or code that is no field of the form. */
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
const formatTime = (iso: string): string => time.format(new Date(iso));

interface ValidationErrorsModalProps extends FieldAccess {
  readonly error: StageError;
  readonly onClose: () => void;
}

/** The CRICOS validation errors (R2.20): field, message and the records API's key of each. */
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
