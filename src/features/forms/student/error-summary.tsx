import { type MouseEvent, memo } from 'react';
import { useFormState } from 'react-final-form';
import { controlId } from '#components/field/field-frame.tsx';
import { Notice } from '#components/notice.tsx';
import type { FieldErrors } from '#domain/form/form.ts';

interface ErrorSummaryProps {
  /** The messages of the last attempt to go on. An answer put right since leaves the list; another fault is said instead. */
  readonly failed: FieldErrors;
  readonly onFocus: (name: string) => void;
}

/** What keeps a step from being left, each message a link to its field. */
export const ErrorSummary = memo(function ErrorSummary({ failed, onFocus }: ErrorSummaryProps) {
  const { errors = {} } = useFormState({ subscription: { errors: true } });
  const left = Object.keys(failed).flatMap((name): [string, string][] =>
    errors[name] === undefined ? [] : [[name, errors[name]]],
  );
  if (left.length === 0) return <Notice kind="error" hidden />;
  const follow = (name: string) => (event: MouseEvent) => {
    event.preventDefault();
    onFocus(name);
  };
  return (
    <Notice
      kind="error"
      title={left.length === 1 ? 'One answer needs your attention' : `${left.length} answers need your attention`}
    >
      <ul>
        {left.map(([name, message]) => (
          <li key={name}>
            <a href={`#${controlId(name)}`} onClick={follow(name)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
});
