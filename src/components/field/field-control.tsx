import { type ComponentProps, memo } from 'react';
import type { Field, Option } from '#domain/form/form.ts';
import type { Elements } from '../elements.ts';
import { controlId, describe, FieldFrame } from './field-frame.tsx';
import { Select } from './select.tsx';

interface FieldControlProps {
  readonly field: Field;
  /** Choices to offer in place of `field.options`: the live list, once it is there. */
  readonly options?: readonly Option[] | undefined;
  /** What the control starts with. Controls are uncontrolled: from then on the browser owns the value. */
  readonly defaultValue?: string | boolean | undefined;
  readonly error?: string | undefined;
  /** A word of warning on an answer that is accepted; an error replaces it. */
  readonly warning?: string | undefined;
  readonly label?: string | undefined;
  readonly help?: string | undefined;
  /** Whether to mark the field as required; by default what the field says without its conditions. */
  readonly required?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** Beside the message of a typed field: a way to correct the answer. */
  readonly offer?: Elements;
}

const DEFAULT_PLACEHOLDER = 'Please select';

/**
 * One field of the catalogue as label, help, native control and message, tied together for assistive technology
 * (R16.1, R16.5): `name` is the field's name, the message's id `<name>-error`. An agent selector is no native
 * control: its feature puts it into a `FieldFrame` itself, and nothing is rendered here.
 */
export const FieldControl = memo(function FieldControl(props: FieldControlProps) {
  const { field, error, warning, disabled, defaultValue, offer } = props;
  const { name } = field;
  const label = props.label ?? field.label;
  const help = props.help ?? field.help;
  const required = props.required ?? (field.required !== undefined && field.requiredWhen === undefined);
  const text = typeof defaultValue === 'string' ? defaultValue : '';
  const options = props.options ?? field.options ?? [];
  const frame = { name, label, help, error, warning, required, width: field.width };
  const wiring = { id: controlId(name), name, disabled, ...describe({ name, help, error, warning, required }) };

  switch (field.kind) {
    case 'agent':
      return null;
    case 'hidden':
      return <input type="hidden" name={name} defaultValue={text} />;
    case 'checkbox':
      return (
        <FieldFrame {...frame} bare>
          <Checkbox {...wiring} label={label} required={required} checked={defaultValue === true} />
        </FieldFrame>
      );
    case 'radio':
      return (
        <FieldFrame {...frame} group>
          <Radios name={name} options={options} chosen={text} error={error} disabled={disabled} />
        </FieldFrame>
      );
    case 'select':
      return (
        <FieldFrame {...frame}>
          <div data-part="control" data-kind="select">
            <Select
              {...wiring}
              autoComplete={field.autoComplete ?? 'off'}
              options={options}
              chosen={text}
              placeholder={DEFAULT_PLACEHOLDER}
            />
          </div>
        </FieldFrame>
      );
    case 'date':
    case 'text':
      return (
        <FieldFrame {...frame} offer={offer}>
          <div data-part="control">
            <input {...wiring} {...typing(field)} defaultValue={text} />
          </div>
        </FieldFrame>
      );
  }
});

/**
 * What a keyboard, a spelling checker and the browser's own form filler should know of a typed field. Where no filler
 * can know the answer, it must stay away: an agent's last student is not the next one.
 */
function typing({ kind, inputMode = 'text', autoComplete = 'off', capitals }: Field) {
  return {
    type: kind === 'date' ? 'date' : 'text',
    inputMode: kind === 'text' ? inputMode : undefined,
    autoComplete,
    enterKeyHint: 'next' as const,
    // Names, numbers and addresses: no word list knows them, and what it makes of them would be sent.
    spellCheck: false as const,
    autoCorrect: 'off',
    autoCapitalize: capitals ? 'characters' : inputMode === 'text' ? 'words' : 'none',
  };
}

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'checked' | 'defaultChecked'> {
  readonly label: string;
  readonly checked: boolean;
}

/** A native checkbox with its sentence beside it; the whole row is the target. */
function Checkbox({ label, checked, required, ...wiring }: CheckboxProps) {
  return (
    <label data-part="choice" data-kind="checkbox" data-invalid={wiring['aria-invalid']} htmlFor={wiring.id}>
      <input {...wiring} type="checkbox" defaultChecked={checked} />
      <span>
        <span>{label}</span>
        {required && (
          <span aria-hidden="true" data-part="mark">
            {' *'}
          </span>
        )}
      </span>
    </label>
  );
}

interface RadiosProps {
  readonly name: string;
  readonly options: readonly Option[];
  readonly chosen: string;
  readonly error: string | undefined;
  readonly disabled: boolean | undefined;
}

/** Native radios, each in its own box, which is one large target. */
function Radios({ name, options, chosen, error, disabled }: RadiosProps) {
  const wiring = describe({ name, error });
  return (
    <div data-part="choices">
      {options.map((option, index) => (
        <label
          key={option.value}
          data-part="choice"
          data-invalid={wiring['aria-invalid']}
          htmlFor={`${controlId(name)}-${index}`}
        >
          <input
            {...wiring}
            type="radio"
            id={`${controlId(name)}-${index}`}
            name={name}
            value={option.value}
            defaultChecked={option.value === chosen}
            disabled={disabled || option.disabled}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
