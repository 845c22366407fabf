import { type ReactNode, useId, useMemo } from 'react';
import { Button } from '#components/button.tsx';
import { useLateDialog } from '#components/late-dialog.ts';
import { Modal } from '#components/modal.tsx';
import { Printable } from '#components/printable.tsx';
import { VisuallyHidden } from '#components/skeleton.tsx';
import { styled } from '#components/styled.ts';
import { Verbatim, Words } from '#components/verbatim.tsx';
import type { Answers, Form, FormContext } from '#domain/form/form.ts';
import { reviewSections } from '#domain/form/review.ts';
import { formatSize } from '#domain/format/size.ts';
import { DocumentPicture } from '#features/documents/inspection/late-inspection.tsx';
import type { DocumentPlace } from '#features/documents/inspection/picture-room.tsx';
import { studentName } from '#features/drafts/draft.ts';
import { LateBeforeYouSend } from '#features/preflight/late-before-you-send.tsx';
import { importWithRetry } from '#platform/import-with-retry.ts';
import type { UnsignedCopyProps } from './unsigned-copy.tsx';

const ReviewBlock = styled('section', {
  base: {
    paddingBlock: '2',
    'p + &': { marginTop: '2' },
    borderTopWidth: '1px',
    borderColor: 'line',
    breakInside: 'avoid-page',
    '& > header': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      gap: '2',
      marginBottom: '1',
      '& h3': { fontSize: 'md', fontWeight: 'bold', lineHeight: 'snug' },
    },
    '& dl': {
      display: 'grid',
      gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'minmax(0, 2fr) minmax(0, 3fr)', _print: '2fr 3fr' },
      columnGap: '2',
      rowGap: { base: '0', sm: '0.5' },
    },
    '& dt': { fontSize: 'sm', color: 'inkSoft', lineHeight: 'body' },
    '& dd': {
      margin: '0',
      marginBottom: { base: '1', sm: '0' },
      overflowWrap: 'anywhere',
      '& small': { color: 'inkSoft', fontSize: 'sm', whiteSpace: 'nowrap' },
    },
    _print: { paddingBlock: '1', '& header button': { display: 'none' } },
  },
});

/** Above the buttons, so that it is visible with 'Confirm & Submit Application'. */
const Statement = styled('p', {
  base: { order: { base: 1, sm: 0 }, width: { sm: '100%' }, fontSize: 'sm', textAlign: { sm: 'end' } },
});

const Copy = styled('p', { base: { marginTop: '1', marginBottom: '2', _print: { display: 'none' } } });

const loadCopy = () => importWithRetry(() => import('./unsigned-copy.tsx')).then((part) => part.UnsignedCopy);

/** A document as the review shows it; `size` in bytes. */
interface ReviewedDocument {
  readonly slot: string;
  readonly label: string;
  readonly name: string;
  readonly size: number;
}

interface ReviewModalProps {
  /** The draft under review. */
  readonly draftId: string;
  readonly form: Form;
  readonly answers: Answers;
  readonly context: FormContext;
  /** In page order. */
  readonly documents: readonly ReviewedDocument[];
  /** The close button and Escape; also 'Back to Edit' without `oneOf`. */
  readonly onClose: () => void;
  readonly onConfirm: () => void;
  /** One of several reviews in a row: whose it is, its number, and how to skip it. */
  readonly oneOf?:
    | { readonly words: string; readonly name: string; readonly onSkip: () => void; readonly onBack: () => void }
    | undefined;
  /** An Edit link was pressed. Omitted if nothing can be changed. */
  readonly onEdit?: ((stepId: string, sectionId: string) => void) | undefined;
  /** Goes to a field or a document slot. */
  readonly onShow?: ((place: string) => void) | undefined;
}

/** 'Application Review' (R2.16): everything that will be sent. Each section has an Edit link back to its step. */
export function ReviewModal(props: ReviewModalProps) {
  const { draftId, form, answers, context, documents, onClose, onConfirm, oneOf, onEdit, onShow } = props;
  const sections = useMemo(() => reviewSections(form, answers, context), [form, answers, context]);
  const last = form.steps.at(-1);
  const isAgents = context.variant === 'agent';
  const student = studentName(answers);
  // If nothing can be changed, the records already have the application.
  const isSent = onEdit === undefined && oneOf === undefined;
  const statement = useId();
  const copy = useLateDialog<UnsignedCopyProps>(loadCopy, { toastId: 'unsigned copy' });
  // Instead of the review, since printing prints what is on the screen.
  if (copy.isOpen) return copy.shown({ student, sections, documents, onClose: copy.close });
  return (
    <Modal
      open
      size="lg"
      title="Application Review"
      onClose={onClose}
      footer={
        <>
          {isAgents && (
            <Statement id={statement}>
              Press Confirm only if the student has read this application and agrees.
            </Statement>
          )}
          {oneOf && <Button onClick={oneOf.onSkip}>Skip this student</Button>}
          <Button onClick={oneOf?.onBack ?? onClose}>Back to Edit</Button>
          <Button variant="success" onClick={onConfirm} aria-describedby={isAgents ? statement : undefined}>
            Confirm & Submit Application
          </Button>
        </>
      }
    >
      <Printable title="Application Review">
        {oneOf && (
          <p>
            <Words verbatim={[oneOf.name]}>{oneOf.words}</Words>
          </p>
        )}
        <p>Please review your information before submitting</p>
        {isAgents && student !== '' && (
          <p>
            This is the application of <strong translate="no">{student}</strong>.
          </p>
        )}
        {isAgents && !isSent && (
          <Copy>
            <Button size="sm" icon="print" busy={copy.busy} onClick={() => void copy.open()}>
              Print a copy for the student to check
            </Button>
          </Copy>
        )}
        {!isSent && <LateBeforeYouSend {...{ draftId, answers, context, documents, onShow }} />}
        {sections.map(({ id, step, title, rows }) => (
          <Block key={id} {...{ title, rows }} onEdit={onEdit && (() => onEdit(step, id))} />
        ))}
        {documents.length > 0 && last && (
          <Block
            title="Uploaded Documents"
            rows={documents.map(({ slot, label, name, size }) => ({
              name: slot,
              label,
              value: fileWords({ draftId, slot }, name, size),
            }))}
            onEdit={onEdit && (() => onEdit(last.id, 'documents'))}
          />
        )}
      </Printable>
    </Modal>
  );
}

/** The picture moves below the words when it is enlarged. */
const FileWords = styled('span', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '1', '& > span': { flex: '1 1 8rem' } },
});

const fileWords = (place: DocumentPlace, name: string, size: number) => (
  <FileWords>
    <DocumentPicture {...place} />
    <span>
      <Verbatim>{name}</Verbatim> <small>{`(${formatSize(size)})`}</small>
    </span>
  </FileWords>
);

interface BlockProps {
  readonly title: string;
  readonly rows: readonly { readonly name: string; readonly label: string; readonly value: ReactNode }[];
  readonly onEdit: (() => void) | undefined;
}

const Block = ({ title, rows, onEdit }: BlockProps) => (
  <ReviewBlock>
    <header>
      <h3>{title}</h3>
      {onEdit && (
        <Button size="sm" variant="quiet" icon="edit" onClick={onEdit}>
          Edit<VisuallyHidden>{` ${title}`}</VisuallyHidden>
        </Button>
      )}
    </header>
    <dl>
      {rows.map(({ name, label, value }) => [
        <dt key={`${name} label`}>{label}</dt>,
        <dd key={name} translate="no">
          {value}
        </dd>,
      ])}
    </dl>
  </ReviewBlock>
);
