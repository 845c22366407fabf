import { useId } from 'react';
import { type DeskChoice, FILTERS, isFilter, isOrder, ORDERS } from './desk-order.ts';
import type { DeskStudent } from './desk-students.ts';

interface DeskToolsProps {
  readonly students: readonly DeskStudent[];
  readonly choice: DeskChoice;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly onChange: (choice: DeskChoice) => void;
}

/** Search, filter with how many each has, and order. */
export function DeskTools({ students, choice, now, onChange }: DeskToolsProps) {
  const id = useId();
  return (
    <div data-part="tools">
      <div>
        <label htmlFor={`${id}search`}>Search students</label>
        <div data-part="control">
          <input
            id={`${id}search`}
            type="search"
            placeholder="Name, passport number or reference"
            autoComplete="off"
            spellCheck={false}
            onInput={({ currentTarget: { value } }) => onChange({ ...choice, text: value })}
          />
        </div>
      </div>
      <div>
        <label htmlFor={`${id}show`}>Show</label>
        <div data-part="control" data-kind="select">
          <select
            id={`${id}show`}
            autoComplete="off"
            value={choice.filter}
            onChange={({ currentTarget: { value } }) => isFilter(value) && onChange({ ...choice, filter: value })}
          >
            {Object.entries(FILTERS).map(([name, { label, has }]) => (
              <option key={name} value={name}>
                {`${label} (${students.filter((student) => has(student, now)).length})`}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div>
        <label htmlFor={`${id}order`}>Sort by</label>
        <div data-part="control" data-kind="select">
          <select
            id={`${id}order`}
            autoComplete="off"
            value={choice.order}
            onChange={({ currentTarget: { value } }) => isOrder(value) && onChange({ ...choice, order: value })}
          >
            {Object.entries(ORDERS).map(([name, { label }]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </div>
      </div>
    </div>
  );
}
