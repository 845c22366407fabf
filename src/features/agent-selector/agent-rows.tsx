import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, memo, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from '#components/icon.tsx';
import type { ListedAgent } from './agent-index.ts';
import { PHONE, ROW_HEIGHT } from './agent-selector.styles.ts';

/** Rows beyond the visible ones, so that a slow scroll never meets a gap. */
const OVERSCAN = 6;

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
  // Asked once: the virtualizer wants the height of each of ten thousand rows.
  const [height] = useState(rowHeight);
  const rows = useVirtualizer({
    count: agents.length,
    getScrollElement: () => list.current,
    estimateSize: () => height,
    initialRect: { width: 0, height: 480 },
    overscan: OVERSCAN,
    rangeExtractor: (range) => withRow(range, active),
  });
  // Another list starts at its top; the row that the keyboard is at is always in sight.
  useLayoutEffect(() => {
    if (agents.length > 0) rows.scrollToIndex(Math.max(0, active), { align: 'auto' });
  }, [rows, agents, active]);

  const press = ({ target }: MouseEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null;
    const agent = agents[Number(row?.dataset.index)];
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
      <div role="presentation" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const agent = agents[index];
          return (
            agent && (
              <AgentRow
                key={index}
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
  readonly id: string;
  readonly agent: ListedAgent;
  readonly index: number;
  readonly count: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly chosen: boolean;
  readonly active: boolean;
}

const AgentRow = memo(function AgentRow({ id, agent, index, count, top, chosen, active }: AgentRowProps) {
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
      style={{ transform: `translateY(${top}px)` }}
    >
      <p data-part="name">{agent.name}</p>
      <p data-part="where">{[agent.country, agent.contact].filter(Boolean).join(' · ')}</p>
      <p data-part="address">{agent.address}</p>
      {chosen && <Icon name="check" />}
    </div>
  );
});

function withRow(range: Range, active: number): number[] {
  const indexes = defaultRangeExtractor(range);
  return active < 0 || active >= range.count || indexes.includes(active)
    ? indexes
    : [...indexes, active].sort((a, b) => a - b);
}

/** In pixels: rows grow with the text. */
function rowHeight(): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return rem * (window.matchMedia(PHONE).matches ? ROW_HEIGHT.phone : ROW_HEIGHT.wide);
}
