import { type KeyboardEvent, startTransition, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Button } from '#components/button.tsx';
import { Icon } from '#components/icon.tsx';
import { Notice } from '#components/notice.tsx';
import { type AgentFilter, countriesOf, searchAgents } from './agent-index.ts';
import { AgentRows, rowId } from './agent-rows.tsx';
import { PickerBox } from './agent-selector.styles.ts';
import { CountryFilter } from './country-filter.tsx';
import { moveActive, NONE } from './move-active.ts';
import { PickerFoot } from './picker-foot.tsx';
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

/** Search box, refresh, country filter, the list, and how many of how many (spec §2 "Agent selector dropdown"). */
export function AgentPicker({ list, listId, chosen, typed, onChoose, onClose }: AgentPickerProps) {
  const agents = list.agents ?? [];
  const [filter, setFilter] = useState<AgentFilter>({ text: typed, country: '' });
  const found = useMemo(() => searchAgents(agents, filter), [agents, filter]);
  const countries = useMemo(() => countriesOf(agents), [agents]);
  const [wanted, setActive] = useState(() => (typed ? 0 : found.findIndex(({ value }) => value === chosen)));
  const active = Math.min(wanted, found.length - 1);
  const { box, search } = useOpening(typed);

  // The key itself is the browser's business; the list follows as soon as there is time.
  const narrow = (change: Partial<AgentFilter>) =>
    startTransition(() => {
      setFilter((before) => ({ ...before, ...change }));
      setActive(change.text ? 0 : NONE);
    });
  const steer = (event: KeyboardEvent) => {
    const next = moveActive(event, active, found.length);
    if (next !== undefined) setActive(next);
    else if (event.key !== 'Enter') return;
    else onChoose(found[active]?.value ?? chosen);
    event.preventDefault();
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onClose();
  };
  return (
    <PickerBox ref={box} onKeyDown={leave}>
      <div data-part="tools">
        <div data-part="search">
          <Icon name="search" />
          <input
            ref={search}
            type="search"
            aria-label="Search agents"
            placeholder="Search agents"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="done"
            defaultValue={typed}
            aria-controls={found.length > 0 ? listId : undefined}
            aria-activedescendant={active < 0 ? undefined : rowId(listId, active)}
            onInput={({ currentTarget }) => narrow({ text: currentTarget.value })}
            onKeyDown={steer}
          />
        </div>
        <Button icon="refresh" busy={list.refreshing ? 'Refreshing...' : undefined} onClick={list.refresh}>
          Refresh
        </Button>
        {countries.length > 1 && <CountryFilter countries={countries} onChange={(country) => narrow({ country })} />}
      </div>
      {list.trouble && (
        <Notice kind="warning" role="status" title={list.trouble.title}>
          {list.trouble.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Notice>
      )}
      {found.length > 0 && (
        <AgentRows id={listId} agents={found} chosen={chosen} active={active} onChoose={onChoose} onKeyDown={steer} />
      )}
      <PickerFoot known={list.agents?.length} found={found.length} updatedAt={list.updatedAt} />
    </PickerBox>
  );
}

/** Puts the focus into the search box, behind what was typed already, and brings the whole list into sight. */
function useOpening(typed: string) {
  const box = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    search.current?.focus({ preventScroll: true });
    search.current?.setSelectionRange(typed.length, typed.length);
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [typed]);
  return { box, search };
}
