import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { AgentSearch } from './agent-search.tsx';
import { PickerBox } from './agent-selector.styles.ts';
import type { Agents } from './use-agents.ts';

interface AgentPickerProps {
  readonly list: Agents;
  readonly listId: string;
  /** 'name|country' of the present choice, or ''. */
  readonly chosen: string;
  /** What the search starts with. */
  readonly typed: string;
  readonly onChoose: (value: string) => void;
  readonly onClose: () => void;
}

/** What opens: search box, refresh, country filter, the list, and how many of how many (spec §2 "Agent selector dropdown"). */
export function AgentPicker({ onClose, ...search }: AgentPickerProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  // The styled box is none of what a key in the search box renders anew.
  return (
    <PickerBox ref={box} onKeyDown={leave}>
      <AgentSearch {...search} />
    </PickerBox>
  );
}
