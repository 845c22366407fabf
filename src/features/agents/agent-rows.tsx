import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, memo, useLayoutEffect, useRef } from 'react';
import { Icon } from '#components/icon.tsx';
import { useKeptRow } from '#components/kept-row.ts';
import type { ListedAgent } from './agent-index.ts';

/** Pixels that a row is taken to be high until it has been measured: three lines and what is around them. */
const ESTIMATED_ROW = 85;
/** Rows beyond the visible ones on either side, so that a slow scroll never meets a gap. */
const BEYOND = 4;

export const rowId = (listId: string, index: number): string => `${listId}-${index}`;

interface AgentRowsProps {
  readonly id: string;
  readonly agents: readonly ListedAgent[];
  readonly chosen: string;
  /** The row the keyboard is at; -1 for none. It is always in the document, wherever the list is scrolled. */
  readonly active: number;
  readonly onChoose: (value: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The list as a listbox of which only the visible part stands in the document, however long it is. */
export function AgentRows({ id, agents, chosen, active, onChoose, onKeyDown }: AgentRowsProps) {
  const list = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: agents.length,
    getScrollElement: () => list.current,
    estimateSize: () => ESTIMATED_ROW,
    overscan: BEYOND,
    rangeExtractor: useKeptRow(active),
  });
  // Another list starts at its top; the row that the keyboard is at is always in sight.
  useLayoutEffect(() => {
    if (agents.length === 0) return;
    if (active > 0) virtualizer.scrollToIndex(active);
    else if (virtualizer.scrollOffset !== 0) virtualizer.scrollToOffset(0);
  }, [agents, active, virtualizer]);

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
      <div role="presentation" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const agent = agents[index];
          return (
            agent && (
              <AgentRow
                key={key}
                measure={virtualizer.measureElement}
                id={rowId(id, index)}
                agent={agent}
                index={index}
                count={agents.length}
                top={start}
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
  readonly measure: (row: HTMLElement | null) => void;
  readonly id: string;
  readonly agent: ListedAgent;
  readonly index: number;
  readonly count: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly chosen: boolean;
  readonly active: boolean;
}

const AgentRow = memo(function AgentRow({ measure, id, agent, index, count, top, chosen, active }: AgentRowProps) {
  return (
    <div
      ref={measure}
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={chosen}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-index={index}
      {...(active && { 'data-active': '' })}
      style={{ transform: `translateY(${top}px)` }}
    >
      <p data-part="name">{agent.name}</p>
      <p data-part="where">{[agent.country, agent.contact].filter(Boolean).join(' · ')}</p>
      <p data-part="address">{agent.address}</p>
      {chosen && <Icon name="check" />}
    </div>
  );
});
