import { memo, useRef } from 'react';
import type { Field, Option } from '#domain/form/form.ts';
import { ENGLISH } from '#domain/form/shared-rules.ts';
import { Checkbox } from './checkbox.tsx';
import { controlId, describe, FieldFrame } from './field-frame.tsx';
import { Radios } from './radios.tsx';
import { Select } from './select.tsx';
import { SpellingOffer } from './spelling-offer.tsx';

export interface FieldControlProps {
  readonly field: Field;
  /** Choices to offer in place of `field.options`: the live list, once it is there. */
  readonly options?: readonly Option[] | undefined;
  /** What the control starts with. Controls are uncontrolled: from then on the browser owns the value. */
  readonly defaultValue?: string | boolean | undefined;
  readonly error?: string | undefined;
  /** A word of warning on an answer that is accepted; an error stands in its place. */
  readonly warning?: string | undefined;
  readonly label?: string | undefined;
  readonly help?: string | undefined;
  /** Whether to mark the field as required; by default what the field says without its conditions. */
  readonly required?: boolean | undefined;
  readonly disabled?: boolean | undefined;
}

const DEFAULT_PLACEHOLDER = 'Please select';

/**
 * One field of the catalogue as label, help, native control and message, tied together for assistive technology
 * (contract, section 6): `name` is the field's name, the message's id `<name>-error`. An agent selector is no native
 * control: its feature puts it into a `FieldFrame` itself, and nothing is rendered here.
 */
export const FieldControl = memo(function FieldControl(props: FieldControlProps) {
  const { field, error, warning, disabled, defaultValue } = props;
  const { name } = field;
  const label = props.label ?? field.label;
  const help = props.help ?? field.help;
  const required = props.required ?? (field.required !== undefined && field.requiredWhen === undefined);
  const text = typeof defaultValue === 'string' ? defaultValue : '';
  const options = props.options ?? field.options ?? [];
  const refused = error === ENGLISH.message;
  // From the first such message on: what was accepted from the offer can be taken back.
  const offering = useRef(false);
  offering.current ||= refused;
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
          <div data-part="control">
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
        <FieldFrame {...frame} offer={offering.current && <SpellingOffer field={field} refused={refused} />}>
          <div data-part="control">
            <input {...wiring} {...typing(field)} defaultValue={text} />
          </div>
        </FieldFrame>
      );
  }
});

/**
 * What a keyboard, a spelling checker and the browser's own form filler should know of a typed field. Where no filler
 * can know the answer, it is told to stay away: an agent's last student is not the next one.
 */
function typing({ kind, inputMode = 'text', autoComplete = 'off' }: Field) {
  const address = inputMode === 'email';
  return {
    type: kind === 'date' ? 'date' : 'text',
    inputMode: kind === 'text' ? inputMode : undefined,
    autoComplete,
    enterKeyHint: 'next' as const,
    spellCheck: address ? (false as const) : undefined,
    autoCapitalize: address ? 'none' : undefined,
  };
}
