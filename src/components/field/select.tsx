import {
  type ComponentProps,
  createContext,
  memo,
  type ReactNode,
  useContext,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { Option } from '#domain/form/form.ts';

/**
 * Whether long lists may be rendered a moment after the selects that they belong to: on a change of step, of whose cost
 * they would be a third (docs/decisions/0014-fast-forms.md).
 */
export const LongListsLater = createContext(false);
/** The browser styles every choice of a closed select, too; up to so many that costs no frame. */
const LONG = 40;

interface SelectProps extends Omit<ComponentProps<'select'>, 'value' | 'defaultValue' | 'children' | 'ref'> {
  readonly options: readonly Option[];
  /** The value the select starts with; kept as a choice even when the list has moved on without it. */
  readonly chosen: string;
  readonly placeholder: string;
}

/**
 * A native select, uncontrolled. A long list that may come later begins with the chosen option, which is all that a
 * closed select shows. The rest follows in a rendering of low priority, or at once when the select gets the focus.
 */
export function Select({ options, chosen, placeholder, ...wiring }: SelectProps) {
  const element = useRef<HTMLSelectElement>(null);
  const later = useContext(LongListsLater) && options.length > LONG;
  const [start] = useState(() => (later ? options.filter(({ value }) => value === chosen) : options));
  const deferred = useDeferredValue(options, start);
  const [reached, setReached] = useState(false);
  const shown = reached ? options : deferred;
  // The browser owns the choice, also one that was made before the scripts; other options must keep it.
  const kept = useMemo(() => keptChoice(element.current, shown, chosen), [shown, chosen]);
  useLayoutEffect(() => {
    const { current: select } = element;
    if (select !== null && kept.value !== undefined && select.value !== kept.value) select.value = kept.value;
  }, [kept]);
  // Before the browser opens the list, or fills it in.
  const reach = () => flushSync(() => setReached(true));
  return (
    <select {...wiring} ref={element} defaultValue={chosen} onPointerDown={reach} onFocus={reach}>
      <option value="">{placeholder}</option>
      {kept.missing && toOption(kept.missing)}
      <Choices options={shown} />
    </select>
  );
}

interface Kept {
  /** What the select held before these options came; undefined at first. */
  readonly value: string | undefined;
  /** Its choice, where the options do not have it. */
  readonly missing: Option | undefined;
}

function keptChoice(select: HTMLSelectElement | null, options: readonly Option[], chosen: string): Kept {
  const value = select?.value;
  const choice = value ?? chosen;
  const known = choice === '' || options.some((option) => option.value === choice);
  return { value, missing: known ? undefined : { value: choice, label: select?.selectedOptions[0]?.text ?? choice } };
}

/** The choices, in `optgroup`s where the list is grouped. */
const Choices = memo(function Choices({ options }: { readonly options: readonly Option[] }): ReactNode {
  return groupsOf(options).map(([group, members]) =>
    group === undefined ? (
      members.map(toOption)
    ) : (
      <optgroup key={group} label={group}>
        {members.map(toOption)}
      </optgroup>
    ),
  );
});

/** Neighbours of one group, in the order of the list; undefined means no group. */
function groupsOf(options: readonly Option[]): readonly (readonly [string | undefined, readonly Option[]])[] {
  const groups: [string | undefined, Option[]][] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last[0] === option.group) last[1].push(option);
    else groups.push([option.group, [option]]);
  }
  return groups;
}

const toOption = ({ value, label, disabled }: Option) => (
  <option key={`${value} ${label}`} value={value} disabled={disabled}>
    {label}
  </option>
);
