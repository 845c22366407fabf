import { memo, type ReactNode } from 'react';
import type { Option } from '#domain/form/form.ts';
import { groupsOf } from './choices.ts';

interface SelectOptionsProps {
  readonly options: readonly Option[];
  /** The value the select starts with; kept as a choice even when the list has moved on without it. */
  readonly chosen: string;
  readonly placeholder: string;
}

/** The choices of a native select, in `optgroup`s where the list is grouped. */
export const SelectOptions = memo(function SelectOptions({ options, chosen, placeholder }: SelectOptionsProps) {
  const known = chosen === '' || options.some((option) => option.value === chosen);
  return (
    <>
      <option value="">{placeholder}</option>
      {!known && <option value={chosen}>{chosen}</option>}
      {groupsOf(options).map(toChoices)}
    </>
  );
});

function toChoices([group, members]: readonly [string | undefined, readonly Option[]]): ReactNode {
  if (group === undefined) return members.map(toOption);
  return (
    <optgroup key={group} label={group}>
      {members.map(toOption)}
    </optgroup>
  );
}

function toOption({ value, label, disabled }: Option) {
  return (
    <option key={`${value} ${label}`} value={value} disabled={disabled}>
      {label}
    </option>
  );
}
