import { memo, type ReactNode } from 'react';
import type { Option } from '#domain/form/form.ts';

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
      {choicesOf(options)}
    </>
  );
});

const made = new WeakMap<readonly Option[], ReactNode>();

/** The elements of a list: made once, however many selects and changes of step show it. */
function choicesOf(options: readonly Option[]): ReactNode {
  const choices = made.get(options) ?? groupsOf(options).map(toChoices);
  made.set(options, choices);
  return choices;
}

function toChoices([group, members]: readonly [string | undefined, Option[]]): ReactNode {
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

/** Neighbours of one group, in the order of the list. */
function groupsOf(options: readonly Option[]): readonly (readonly [string | undefined, Option[]])[] {
  const groups: [string | undefined, Option[]][] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last[0] === option.group) last[1].push(option);
    else groups.push([option.group, [option]]);
  }
  return groups;
}
