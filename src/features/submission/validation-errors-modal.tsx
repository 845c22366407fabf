import { Button } from '#components/button.tsx';
import { Modal } from '#components/modal.tsx';
import { styled } from '#components/styled.ts';
import type { StageError } from '#domain/submission/submission.ts';
import { FieldLink } from './submission.styles.ts';

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

/** How the errors of a stage reach the form: its labels, and the way to a field. */
export interface FieldAccess {
  /** The label of a field of the form; undefined for what is none. */
  readonly labelOf: (field: string) => string | undefined;
  /** Closes the progress and leads to the field. */
  readonly onFixField: (field: string) => void;
}

interface ValidationErrorsModalProps extends FieldAccess {
  readonly error: StageError;
  readonly onClose: () => void;
}

/** The list of CRICOS validation errors (spec §2 "Other modals"): field, message and the outside's own key for each. */
export function ValidationErrorsModal({ error, labelOf, onFixField, onClose }: ValidationErrorsModalProps) {
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
            {labelOf(field) === undefined ? (
              <strong>{field}</strong>
            ) : (
              <FieldLink type="button" onClick={() => onFixField(field)}>
                {labelOf(field)}
              </FieldLink>
            )}
            <p>{message}</p>
            <code>{technical}</code>
          </li>
        ))}
      </Issues>
    </Modal>
  );
}
