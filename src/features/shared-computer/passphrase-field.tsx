import { useId } from 'react';
import { controlId, describe, FieldFrame } from '#components/field/field-frame.tsx';

interface PassphraseFieldProps {
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly error?: string | undefined;
  /** Whether the typed text is visible. */
  readonly shown: boolean;
  /** For a new passphrase: password managers then fill in none, and save this one. */
  readonly isNew?: boolean;
  /** Gets the focus when its dialog opens. */
  readonly isFirst?: boolean;
}

/** A field for a passphrase, which is only in the DOM: it is read once, on submit, and never in React's state. */
export function PassphraseField({ name, label, help, error, shown, isNew, isFirst }: PassphraseFieldProps) {
  return (
    <FieldFrame name={name} label={label} help={help} error={error}>
      <div data-part="control">
        <input
          id={controlId(name)}
          name={name}
          type={shown ? 'text' : 'password'}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          spellCheck={false}
          {...describe({ name, help, error, required: true })}
          {...(isFirst && { 'data-first-focus': '' })}
        />
      </div>
    </FieldFrame>
  );
}

interface ShowProps {
  readonly shown: boolean;
  readonly onChange: (shown: boolean) => void;
}

/** 'Show what I type', below the fields of a form. */
export function ShowPassphrase({ shown, onChange }: ShowProps) {
  const id = useId();
  return (
    <label data-part="choose" htmlFor={id}>
      <input id={id} type="checkbox" checked={shown} onChange={({ currentTarget: { checked } }) => onChange(checked)} />
      <span>Show what I type</span>
    </label>
  );
}
