import type { ComponentProps } from 'react';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'checked' | 'defaultChecked'> {
  readonly label: string;
  readonly checked: boolean;
}

/** A native checkbox with its sentence beside it; the whole row is the target. */
export function Checkbox({ label, checked, required, ...wiring }: CheckboxProps) {
  return (
    <label data-part="choice" data-kind="checkbox" htmlFor={wiring.id}>
      <input {...wiring} type="checkbox" defaultChecked={checked} />
      <span>
        {label}
        {required && (
          <span aria-hidden="true" data-part="mark">
            {' *'}
          </span>
        )}
      </span>
    </label>
  );
}
