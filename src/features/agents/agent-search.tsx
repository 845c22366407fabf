import {
  type KeyboardEvent,
  memo,
  startTransition,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Button } from '#components/button.tsx';
import { Icon } from '#components/icon.tsx';
import { Notice } from '#components/notice.tsx';
import { type AgentFilter, countriesOf, type ListedAgent } from './agent-index.ts';
import type { ListTrouble } from './agent-list-state.ts';
import { AgentRows, rowId } from './agent-rows.tsx';
import { CountryFilter } from './country-filter.tsx';
import { moveActive, NONE } from './move-active.ts';
import { PickerFoot } from './picker-foot.tsx';
import { rowHeight } from './row-height.ts';
import { rememberingSearch } from './search-memory.ts';
import type { Agents } from './use-agents.ts';

interface AgentSearchProps {
  readonly list: Agents;
  readonly listId: string;
  /** 'name|country' of the present choice, or ''. */
  readonly chosen: string;
  /** What the search starts with. */
  readonly typed: string;
  readonly onChoose: (value: string) => void;
}

const NO_AGENTS: readonly ListedAgent[] = [];

/** The search and what it finds. A key press renders the rows and the count, and nothing that stands around them. */
export function AgentSearch({ list, listId, chosen, typed, onChoose }: AgentSearchProps) {
  const agents = list.agents ?? NO_AGENTS;
  const [filter, setFilter] = useState<AgentFilter>({ text: typed, country: '' });
  const search = useMemo(() => rememberingSearch(agents), [agents]);
  const found = search(filter);
  // Of the whole list, and not at every key: asking for the size of a letter makes the browser lay out the page.
  const row = useMemo(() => rowHeight(agents, screenNow()), [agents]);
  const countries = useMemo(() => countriesOf(agents), [agents]);
  const [wanted, setActive] = useState(() => (typed ? 0 : found.findIndex(({ value }) => value === chosen)));
  const active = Math.min(wanted, found.length - 1);

  // The key itself is the browser's business; the list follows as soon as there is time.
  const narrow = useCallback((change: Partial<AgentFilter>) => {
    startTransition(() => {
      setFilter((before) => ({ ...before, ...change }));
      setActive(change.text ? 0 : NONE);
    });
  }, []);
  const steer = (event: KeyboardEvent) => {
    const next = moveActive(event, active, found.length);
    if (next !== undefined) setActive(next);
    else if (event.key !== 'Enter') return;
    else onChoose(found[active]?.value ?? chosen);
    event.preventDefault();
  };
  return (
    <>
      <div data-part="tools">
        <div data-part="search">
          <Icon name="search" />
          <input
            ref={useFocusAtEnd()}
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
        <Refresh busy={list.refreshing} onClick={list.refresh} />
        {countries.length > 1 && <CountryFilter countries={countries} onNarrow={narrow} />}
      </div>
      {list.trouble && <Trouble {...list.trouble} />}
      {found.length > 0 && (
        <AgentRows
          id={listId}
          agents={found}
          row={row}
          chosen={chosen}
          active={active}
          onChoose={onChoose}
          onKeyDown={steer}
        />
      )}
      <PickerFoot known={list.agents?.length} found={found.length} updatedAt={list.updatedAt} />
    </>
  );
}

interface RefreshProps {
  readonly busy: boolean;
  readonly onClick: () => void;
}

const Refresh = memo(function Refresh({ busy, onClick }: RefreshProps) {
  return (
    <Button icon="refresh" busy={busy ? 'Refreshing...' : undefined} onClick={onClick}>
      Refresh
    </Button>
  );
});

const Trouble = memo(function Trouble({ title, lines }: ListTrouble) {
  return (
    <Notice kind="warning" role="status" title={title}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Notice>
  );
});

const screenNow = () => ({
  width: window.innerWidth,
  rem: Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16,
});

/** Puts the focus into the search box, behind what was typed already. */
function useFocusAtEnd() {
  const search = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const box = search.current;
    box?.focus({ preventScroll: true });
    box?.setSelectionRange(box.value.length, box.value.length);
  }, []);
  return search;
}
