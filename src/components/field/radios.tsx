import type { Option } from '#domain/form/form.ts';
import { controlId, describe } from './field-frame.tsx';

interface RadiosProps {
  readonly name: string;
  readonly options: readonly Option[];
  readonly chosen: string;
  readonly error?: string | undefined;
  readonly disabled?: boolean | undefined;
}

/** Native radios, each in a box of its own that is one large target. */
export function Radios({ name, options, chosen, error, disabled }: RadiosProps) {
  const wiring = describe({ name, error });
  return (
    <div data-part="choices">
      {options.map((option, index) => (
        <label key={option.value} data-part="choice" htmlFor={`${controlId(name)}-${index}`}>
          <input
            {...wiring}
            type="radio"
            id={`${controlId(name)}-${index}`}
            name={name}
            value={option.value}
            defaultChecked={option.value === chosen}
            disabled={disabled || option.disabled}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
