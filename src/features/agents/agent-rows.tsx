import { type KeyboardEvent, type MouseEvent, memo, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '#components/icon.tsx';
import type { ListedAgent } from './agent-index.ts';
import { scrollInto, visibleRows } from './visible-rows.ts';

/** Pixels that the list is taken to be high until the browser has laid it out. */
const FIRST_HEIGHT = 480;

export const rowId = (listId: string, index: number): string => `${listId}-${index}`;

interface AgentRowsProps {
  readonly id: string;
  readonly agents: readonly ListedAgent[];
  /** Pixels of each row. */
  readonly row: number;
  readonly chosen: string;
  /** The row the keyboard is at; -1 for none. It is always in the document, wherever the list is scrolled. */
  readonly active: number;
  readonly onChoose: (value: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The list as a listbox of which only the visible part stands in the document, however long it is. */
export function AgentRows({ id, agents, row, chosen, active, onChoose, onKeyDown }: AgentRowsProps) {
  const list = useRef<HTMLDivElement>(null);
  const count = agents.length;
  const { scrolled, height, at } = useScrolling(list);
  // Another list starts at its top; the row that the keyboard is at is always in sight.
  useLayoutEffect(() => {
    if (list.current === null || agents.length === 0) return;
    const wanted = scrollInto(Math.max(0, active), { scrolled: at.current, height, row });
    // Asking the element where it is would cost a layout at every key.
    if (wanted !== at.current) list.current.scrollTop = wanted;
  }, [agents, active, at, height, row]);

  const press = ({ target }: MouseEvent) => {
    const pressed = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
    const agent = agents[Number(pressed?.dataset.index)];
    if (agent) onChoose(agent.value);
  };
  return (
    <div
      ref={list}
      role="listbox"
      id={id}
      aria-label="Agents"
      tabIndex={-1}
      data-part="list"
      // The focus stays in the search box, where the keys are heard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={press}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: row * count }}>
        {visibleRows({ scrolled, height, row, count, active }).map((index) => {
          const agent = agents[index];
          return (
            agent && (
              <AgentRow
                key={index}
                id={rowId(id, index)}
                agent={agent}
                index={index}
                count={count}
                top={row * index}
                height={row}
                chosen={agent.value === chosen}
                active={index === active}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

interface AgentRowProps {
  readonly id: string;
  readonly agent: ListedAgent;
  readonly index: number;
  readonly count: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly height: number;
  readonly chosen: boolean;
  readonly active: boolean;
}

const AgentRow = memo(function AgentRow({ id, agent, index, count, top, height, chosen, active }: AgentRowProps) {
  return (
    <div
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={chosen}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-index={index}
      {...(active && { 'data-active': '' })}
      style={{ height, transform: `translateY(${top}px)` }}
    >
      <p data-part="name">{agent.name}</p>
      <p data-part="where">{[agent.country, agent.contact].filter(Boolean).join(' · ')}</p>
      <p data-part="address">{agent.address}</p>
      {chosen && <Icon name="check" />}
    </div>
  );
});

/** How far the list is scrolled and how high it is, in pixels; `at` is where it is now, without another rendering. */
function useScrolling(list: RefObject<HTMLElement | null>) {
  const at = useRef(0);
  const [scrolled, setScrolled] = useState(0);
  const [height, setHeight] = useState(FIRST_HEIGHT);
  useLayoutEffect(() => {
    const element = list.current;
    if (element === null) return;
    const scrolling = () => {
      at.current = element.scrollTop;
      setScrolled(at.current);
    };
    element.addEventListener('scroll', scrolling, { passive: true });
    const sizes = new ResizeObserver(([entry]) => entry && setHeight(entry.contentRect.height));
    sizes.observe(element);
    return () => {
      element.removeEventListener('scroll', scrolling);
      sizes.disconnect();
    };
  }, [list]);
  return { scrolled, height, at };
}
