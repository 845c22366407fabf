/** The country of an agent without one, since a selection needs both parts. */
const NO_COUNTRY = 'Not specified';

/** An agent from the server; only the name is required. */
export interface AgentEntry {
  readonly name: string;
  readonly contact?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly address?: string | null | undefined;
}

/** An agent prepared for display and search. */
export interface ListedAgent {
  /** The answer in the form: 'name|country' (R3.6). */
  readonly value: string;
  readonly name: string;
  readonly country: string;
  readonly contact: string;
  readonly address: string;
  /** Name, country, contact and address, folded once, so that a key press only compares. */
  readonly searched: string;
}

export interface AgentFilter {
  readonly text: string;
  /** Empty for every country. */
  readonly country: string;
}

/** Prepares a list for searching, in its order. Entries that look the same appear once. */
export function indexAgents(agents: readonly AgentEntry[]): readonly ListedAgent[] {
  const listed = new Map<string, ListedAgent>();
  for (const agent of agents) {
    const name = collapseSpaces(agent.name);
    if (name === '') continue;
    const country = collapseSpaces(agent.country) || NO_COUNTRY;
    const [contact, address] = [collapseSpaces(agent.contact), collapseSpaces(agent.address)];
    const shown = `${name}\n${country}\n${contact}\n${address}`;
    const value = `${withoutBar(name)}|${withoutBar(country)}`;
    listed.set(shown, { value, name, country, contact, address, searched: fold(shown) });
  }
  return [...listed.values()];
}

/** The agents that contain every word of the text, regardless of case and diacritics, in the list's order. */
export function searchAgents(agents: readonly ListedAgent[], { text, country }: AgentFilter): readonly ListedAgent[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  if (words.length === 0 && country === '') return agents;
  return agents.filter(
    (agent) => (country === '' || agent.country === country) && words.every((word) => agent.searched.includes(word)),
  );
}

interface Found {
  readonly country: string;
  readonly text: string;
  readonly agents: readonly ListedAgent[];
}

/**
 * A search with a cache of the results for the beginnings of the text. The next letter searches only the last result,
 * and deleting a letter searches nothing.
 */
export function cachedSearch(agents: readonly ListedAgent[]): (filter: AgentFilter) => readonly ListedAgent[] {
  let trail: readonly Found[] = [];
  return (filter) => {
    const text = fold(filter.text);
    trail = trail.filter((one) => one.country === filter.country && text.startsWith(one.text));
    const last = trail.at(-1);
    if (last?.text === text) return last.agents;
    const found = searchAgents(last?.agents ?? agents, { ...filter, text });
    trail = [...trail, { country: filter.country, text, agents: found }];
    return found;
  };
}

/** The countries of a list, each once, in alphabetical order. */
export function countriesOf(agents: readonly ListedAgent[]): readonly string[] {
  return [...new Set(agents.map(({ country }) => country))].sort((one, other) => one.localeCompare(other, 'en'));
}

/** Undefined if nothing is selected. */
export function readSelection(value: string): { readonly name: string; readonly country: string } | undefined {
  const [name = '', country = ''] = value.split('|');
  return name === '' ? undefined : { name, country };
}

const collapseSpaces = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();
/** The bar separates name and country, so neither may contain one. */
const withoutBar = (text: string): string => text.replaceAll('|', '/');

/** Letters that Unicode does not decompose into a base letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  đ: 'd',
  ð: 'd',
  ø: 'o',
  ł: 'l',
  ı: 'i',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};
const OWN_LETTERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');
const NON_ASCII = /[^\0-\x7f]/;

/** Lower case, without diacritics, with plain quotes: `Nguyễn Đức` and `NGUYEN DUC` are the same. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (!NON_ASCII.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(OWN_LETTERS, (letter) => LETTERS[letter] ?? letter)
    .replace(/[‘’]/g, "'");
}
