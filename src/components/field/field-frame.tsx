import type { Elements } from '../elements.ts';
import { Icon } from '../icon.tsx';
import { styled } from '../styled.ts';
import { fieldStyles } from './field.styles.ts';

const FieldBox = styled('div', { base: fieldStyles });
const FieldGroup = styled('fieldset', { base: fieldStyles });

/** Ids of a field's parts, all made from its name, so that an error summary can link to them. */
export const controlId = (name: string): string => `${name}-control`;
const helpId = (name: string): string => `${name}-help`;
export const errorId = (name: string): string => `${name}-error`;
const warningId = (name: string): string => `${name}-warning`;

interface Described {
  readonly name: string;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  /** Said of an answer that is accepted: the field is valid, and looks it. An error replaces it. */
  readonly warning?: string | undefined;
  readonly required?: boolean | undefined;
}

/** What ties a control to its help and its message; to be spread on the control itself. */
export function describe({ name, help, error, warning, required }: Described) {
  const message = error ? errorId(name) : warning && warningId(name);
  const ids = [help && helpId(name), message].filter(Boolean).join(' ');
  return {
    ...(ids && { 'aria-describedby': ids }),
    ...(error && { 'aria-invalid': true as const }),
    ...(required && { 'aria-required': true as const }),
  };
}

/** The message below a field: drawing and words. */
export function FieldError({ name, error }: { readonly name: string; readonly error?: string | undefined }) {
  if (!error) return null;
  return (
    <p data-part="error" id={errorId(name)}>
      <Icon name="error" />
      <span>{error}</span>
    </p>
  );
}

/** The message below a field: an error, or a warning where there is none. */
function FieldMessage({ name, error, warning }: Pick<Described, 'name' | 'error' | 'warning'>) {
  if (error || !warning) return <FieldError name={name} error={error} />;
  return (
    <p data-part="warning" id={warningId(name)}>
      <Icon name="alert" />
      <span>{warning}</span>
    </p>
  );
}

interface FieldFrameProps extends Described {
  readonly label: string;
  readonly width?: 'half' | undefined;
  /** A fieldset with a legend, for several controls that answer one question. */
  readonly group?: boolean;
  /** Without a label, if the control has it (a single checkbox). */
  readonly bare?: boolean;
  /** A way to correct the answer, shown beside the message. */
  readonly offer?: Elements;
  readonly children: Elements;
}

/** Label above, help below it, control, message: the frame of every field. */
export function FieldFrame({
  name,
  label,
  help,
  required,
  width,
  group,
  bare,
  offer,
  children,
  ...said
}: FieldFrameProps) {
  const { error } = said;
  const mark = required && (
    <span aria-hidden="true" data-part="mark">
      {' *'}
    </span>
  );
  const helpLine = help && (
    <p data-part="help" id={helpId(name)}>
      {help}
    </p>
  );
  const box = { 'data-field': name, ...(width && { 'data-width': width }) };
  if (group) {
    const { 'aria-invalid': invalid, ...described } = describe({ name, help, error, required });
    return (
      <FieldGroup
        {...box}
        {...described}
        id={controlId(name)}
        role="radiogroup"
        {...(invalid && { 'aria-invalid': invalid })}
      >
        <legend data-part="label">
          <span>{label}</span>
          {mark}
        </legend>
        {helpLine}
        {children}
        <FieldError name={name} error={error} />
      </FieldGroup>
    );
  }
  return (
    <FieldBox {...box}>
      {!bare && (
        <label data-part="label" htmlFor={controlId(name)}>
          <span>{label}</span>
          {mark}
        </label>
      )}
      {helpLine}
      {children}
      <FieldMessage name={name} {...said} />
      {offer}
    </FieldBox>
  );
}
