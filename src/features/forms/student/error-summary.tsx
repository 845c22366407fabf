import { type MouseEvent, memo, useEffect, useRef } from 'react';
import { useFormState } from 'react-final-form';
import { controlId } from '#components/field/field-frame.tsx';
import { Notice } from '#components/notice.tsx';
import { styled } from '#components/styled.ts';
import type { FieldErrors } from '#domain/form/form.ts';
import { focusDocument } from '#features/documents/use-documents.ts';

const Summary = styled('div', {
  // Below the bar that stays visible, when the page scrolls to the summary.
  base: { scrollMarginTop: '5rem', outlineOffset: '4px', '&[hidden]': { display: 'none' } },
});

/** A required document that is not attached. */
export interface MissingDocument {
  readonly slot: string;
  readonly label: string;
}

interface ErrorSummaryProps {
  /**
   * The messages of the last attempt to continue. A corrected answer leaves the list; a new error of the answer
   * replaces the old one.
   */
  readonly failed: FieldErrors;
  /** Missing documents, once the person has asked to submit. */
  readonly missing: readonly MissingDocument[];
  readonly onFocus: (name: string) => void;
  /** Called once no error of the last attempt is left. */
  readonly onMended: () => void;
}

/** The errors of a step: each message links to its field, each missing document to its place. */
export const ErrorSummary = memo(function ErrorSummary({ failed, missing, onFocus, onMended }: ErrorSummaryProps) {
  const { errors = {} } = useFormState({ subscription: { errors: true } });
  const left = Object.keys(failed).flatMap((name): [string, string][] =>
    errors[name] === undefined ? [] : [[name, errors[name]]],
  );
  const anyLeft = left.length > 0;
  const hadAny = useRef(false);
  useEffect(() => {
    if (hadAny.current && !anyLeft) onMended();
    hadAny.current = anyLeft;
  }, [anyLeft, onMended]);
  const follow = (lead: () => void) => (event: MouseEvent) => {
    event.preventDefault();
    lead();
  };
  return (
    <Summary data-part="summary" tabIndex={-1} hidden={!anyLeft && missing.length === 0}>
      <Notice kind="error" title={titleOf(left.length, missing.length)}>
        <ul>
          {left.map(([name, message]) => (
            <li key={name}>
              <a href={`#${controlId(name)}`} onClick={follow(() => onFocus(name))}>
                {message}
              </a>
            </li>
          ))}
          {missing.map(({ slot, label }) => (
            <li key={slot}>
              <a href={`#${slot}-missing`} onClick={follow(() => focusDocument(slot))}>
                {`Please attach: ${label}`}
              </a>
            </li>
          ))}
        </ul>
      </Notice>
    </Summary>
  );
});

function titleOf(answers: number, documents: number): string {
  const count = answers + documents;
  const what = [
    ...(answers > 0 ? [answers === 1 ? '1 answer' : `${answers} answers`] : []),
    ...(documents > 0 ? [documents === 1 ? '1 document' : `${documents} documents`] : []),
  ];
  if (documents === 0 && answers === 1) return 'One answer needs your attention';
  return `${what.join(' and ')} ${count === 1 ? 'needs' : 'need'} your attention`;
}

/** Moves the focus to the summary and scrolls all of it into view. */
export function focusSummary(form: HTMLElement): void {
  const summary = form.querySelector<HTMLElement>('[data-part=summary]');
  summary?.scrollIntoView({ block: 'start' });
  summary?.focus({ preventScroll: true });
}
