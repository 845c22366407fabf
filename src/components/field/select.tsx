import {
  Component,
  type ComponentProps,
  createContext,
  createRef,
  memo,
  type ReactNode,
  useContext,
  useDeferredValue,
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
export function Select({ options, ...rest }: SelectProps) {
  const later = useContext(LongListsLater) && options.length > LONG;
  const [start] = useState(() => (later ? options.filter(({ value }) => value === rest.chosen) : options));
  const deferred = useDeferredValue(options, start);
  const [reached, setReached] = useState(false);
  // Before the browser opens the list, or fills it in.
  const reach = () => flushSync(() => setReached(true));
  return <NativeSelect {...rest} options={reached ? options : deferred} onPointerDown={reach} onFocus={reach} />;
}

/**
 * Keeps the choice when other options come, even a choice that they do not have. The browser owns the choice, also one
 * that was made before the scripts. It has to be read before React changes the options: only a class can do that.
 */
class NativeSelect extends Component<SelectProps, { readonly choice: Option }> {
  override state = { choice: { value: this.props.chosen, label: this.props.chosen } };
  private readonly element = createRef<HTMLSelectElement>();

  override getSnapshotBeforeUpdate(): Option {
    const { value = '', selectedOptions } = this.element.current ?? {};
    return { value, label: selectedOptions?.[0]?.text ?? value };
  }

  override componentDidUpdate(before: SelectProps, _before: unknown, choice: Option): void {
    if (before.options === this.props.options) return;
    this.setState({ choice }, () => {
      const { current: select } = this.element;
      if (select !== null && select.value !== choice.value) select.value = choice.value;
    });
  }

  override render(): ReactNode {
    const { options, chosen, placeholder, ...wiring } = this.props;
    const { choice } = this.state;
    const isListed = choice.value === '' || options.some(({ value }) => value === choice.value);
    return (
      <select {...wiring} ref={this.element} defaultValue={chosen}>
        <option value="">{placeholder}</option>
        {!isListed && toOption(choice)}
        <Choices options={options} />
      </select>
    );
  }
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
