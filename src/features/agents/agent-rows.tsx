import { type KeyboardEvent, memo } from 'react';
import { Icon } from '#components/icon.tsx';
import { type OptionPlace, optionProps, useOptionList } from '#components/option-list.ts';
import type { ListedAgent } from './agent-index.ts';

/** Three lines and what is around them. */
const ESTIMATED_ROW = 85;

interface AgentRowsProps {
  readonly id: string;
  readonly agents: readonly ListedAgent[];
  readonly chosen: string;
  /** The row the keyboard is at; -1 for none. */
  readonly active: number;
  readonly onChoose: (value: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** The list as a listbox of which only the visible part stands in the document, however long it is. */
export function AgentRows({ id, agents, chosen, active, onChoose, onKeyDown }: AgentRowsProps) {
  const { listProps, height, rows } = useOptionList({
    id,
    options: agents,
    active,
    estimatedRow: ESTIMATED_ROW,
    onChoose: ({ value }) => onChoose(value),
  });
  return (
    <div {...listProps} role="listbox" aria-label="Agents" data-part="list" onKeyDown={onKeyDown}>
      <div role="presentation" style={{ height }}>
        {rows.map(({ key, option, place }) => (
          <AgentRow key={key} {...place} agent={option} chosen={option.value === chosen} />
        ))}
      </div>
    </div>
  );
}

interface AgentRowProps extends OptionPlace {
  readonly agent: ListedAgent;
  readonly chosen: boolean;
}

const AgentRow = memo(function AgentRow({ agent, chosen, ...place }: AgentRowProps) {
  return (
    <div {...optionProps(place, chosen)} translate="no">
      <p data-part="name">{agent.name}</p>
      <p data-part="where">{[agent.country, agent.contact].filter(Boolean).join(' · ')}</p>
      <p data-part="address">{agent.address}</p>
      {chosen && <Icon name="check" />}
    </div>
  );
});
