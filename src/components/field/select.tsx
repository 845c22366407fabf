import {
  type ComponentProps,
  createContext,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Option } from '#domain/form/form.ts';
import { fillChoices, showChoice } from './choices.ts';
import { fillSoon } from './fill-soon.ts';
import { SelectOptions } from './select-options.tsx';

/** Whether selects with long lists may take them in a moment after they stand on the page: on a change of step. */
export const LongListsSoon = createContext(false);
/** The browser styles every choice of a closed select, too; up to so many that costs no frame. */
const LONG = 40;

interface SelectProps extends Omit<ComponentProps<'select'>, 'value' | 'defaultValue' | 'children' | 'ref'> {
  readonly options: readonly Option[];
  /** The value the select starts with; kept as a choice even when the list has moved on without it. */
  readonly chosen: string;
  readonly placeholder: string;
}

/**
 * A native select. Some lists have 250 choices, and a step has several of them. As React elements they were a third of
 * a change of step, so each list is made once and copied (docs/decisions/steps-in-a-blink.md). In the prerendered
 * document, and where React adopts that, the same choices are elements.
 */
export function Select(props: SelectProps) {
  const [prerendered] = useState(usePrerendered());
  return prerendered ? <RenderedSelect {...props} /> : <FilledSelect {...props} />;
}

function RenderedSelect({ options, chosen, placeholder, ...wiring }: SelectProps) {
  return (
    <select {...wiring} defaultValue={chosen}>
      <SelectOptions options={options} chosen={chosen} placeholder={placeholder} />
    </select>
  );
}

function FilledSelect({ options, chosen, placeholder, ...wiring }: SelectProps) {
  const element = useRef<HTMLSelectElement>(null);
  const soon = useContext(LongListsSoon) && options.length > LONG;
  useLayoutEffect(() => {
    const { current: select } = element;
    if (select === null) return;
    const fill = () => fillChoices(select, { options, placeholder });
    if (select.options.length === 0) showChoice(select, { options, placeholder, chosen });
    if (soon) return fillSoon(select, fill);
    fill();
  }, [options, chosen, placeholder, soon]);
  return <select {...wiring} ref={element} />;
}

const never = () => () => {};
/** Whether this is the prerendered document, being made or being adopted. */
const usePrerendered = (): boolean =>
  useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
