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
import { OptionList, type OptionProps, optionId } from '#components/option-list.tsx';
import { LANGUAGE } from '#domain/institute.ts';
import { type AgentFilter, cachedSearch, countriesOf, type ListedAgent } from './agent-index.ts';
import type { Agents, ListTrouble } from './agent-list.ts';
import { moveActive, NONE } from './move-active.ts';

interface AgentSearchProps {
  readonly list: Agents;
  readonly listId: string;
  /** 'name|country' of the current choice, or ''. */
  readonly chosen: string;
  /** The initial search text. */
  readonly typed: string;
  readonly onChoose: (value: string) => void;
}

const NO_AGENTS: readonly ListedAgent[] = [];

/** The search and its results. A key press renders only the rows and the count. */
export function AgentSearch({ list, listId, chosen, typed, onChoose }: AgentSearchProps) {
  const agents = list.agents ?? NO_AGENTS;
  const [filter, setFilter] = useState<AgentFilter>({ text: typed, country: '' });
  const search = useMemo(() => cachedSearch(agents), [agents]);
  const found = search(filter);
  const countries = useMemo(() => countriesOf(agents), [agents]);
  const [wanted, setActive] = useState(() => (typed ? 0 : found.findIndex(({ value }) => value === chosen)));
  const active = Math.min(wanted, found.length - 1);

  // The input is uncontrolled; the list follows in a transition.
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
            aria-activedescendant={active < 0 ? undefined : optionId(listId, active)}
            onInput={({ currentTarget }) => narrow({ text: currentTarget.value })}
            onKeyDown={steer}
          />
        </div>
        <Refresh busy={list.refreshing} onClick={list.refresh} />
        {countries.length > 1 && <CountryFilter countries={countries} onNarrow={narrow} />}
      </div>
      {list.trouble && <Trouble {...list.trouble} />}
      {found.length > 0 && (
        <OptionList
          id={listId}
          label="Agents"
          options={found}
          active={active}
          isChosen={({ value }) => value === chosen}
          onChoose={({ value }) => onChoose(value)}
          onKeyDown={steer}
          Row={AgentRow}
        />
      )}
      <PickerFoot known={list.agents?.length} found={found.length} updatedAt={list.updatedAt} />
    </>
  );
}

const AgentRow = ({ option: { name, country, contact, address }, isChosen }: OptionProps<ListedAgent>) => (
  <>
    <p data-part="name" translate="no">
      {name}
    </p>
    <p translate="no">{[country, contact].filter(Boolean).join(' · ')}</p>
    <p translate="no">{address}</p>
    {isChosen && <Icon name="check" />}
  </>
);

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

interface CountryFilterProps {
  readonly countries: readonly string[];
  /** '' for all countries. */
  readonly onNarrow: (change: { readonly country: string }) => void;
}

/** Filters by country. It has no `name`, since it is not an answer of the form. */
const CountryFilter = memo(function CountryFilter({ countries, onNarrow }: CountryFilterProps) {
  return (
    <div data-part="control" data-kind="select">
      <select
        aria-label="Country"
        defaultValue=""
        autoComplete="off"
        onChange={({ currentTarget }) => onNarrow({ country: currentTarget.value })}
      >
        <option value="">All countries</option>
        {countries.map((country) => (
          <option key={country}>{country}</option>
        ))}
      </select>
    </div>
  );
});

interface PickerFootProps {
  /** How many agents there are; undefined while the first list is loading. */
  readonly known: number | undefined;
  readonly found: number;
  /** ISO date-time. */
  readonly updatedAt: string | undefined;
}

const TIME = new Intl.DateTimeFormat(LANGUAGE, { hour: '2-digit', minute: '2-digit', hour12: false });

/** 'N of M agents' with the time of the update, and the text for an empty list. */
function PickerFoot({ known, found, updatedAt }: PickerFootProps) {
  const updated = updatedAt === undefined ? Number.NaN : Date.parse(updatedAt);
  return (
    <>
      <p data-part={found > 0 ? 'quiet' : 'nothing'} role="status">
        {found > 0 ? '' : emptyText(known)}
      </p>
      <div data-part="count">
        {known !== undefined && <p role="status">{`${found} of ${known} agents`}</p>}
        {Number.isFinite(updated) && (
          <p>
            Updated <time dateTime={updatedAt}>{TIME.format(updated)}</time>
          </p>
        )}
      </div>
    </>
  );
}

function emptyText(known: number | undefined): string {
  if (known === undefined) return 'Loading agents...';
  return known === 0 ? 'No agents available' : 'No agents found matching your criteria';
}

/** Focuses the search box, with the caret after the initial text. */
function useFocusAtEnd() {
  const search = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const box = search.current;
    box?.focus({ preventScroll: true });
    box?.setSelectionRange(box.value.length, box.value.length);
  }, []);
  return search;
}
