/** What stands for the country of an agent whose entry names none, since a selection needs both parts. */
const NO_COUNTRY = 'Not specified';

/** An agent as the server lists it: only its name is sure. */
export interface AgentEntry {
  readonly name: string;
  readonly contact?: string | null | undefined;
  readonly country?: string | null | undefined;
  readonly address?: string | null | undefined;
}

/** An agent as the list shows and searches it. */
export interface ListedAgent {
  /** What the form keeps: 'name|country' (R3.6). */
  readonly value: string;
  readonly name: string;
  readonly country: string;
  readonly contact: string;
  readonly address: string;
  /** Name, country, contact and address, folded; made once, so that a key press only compares. */
  readonly searched: string;
}

export interface AgentFilter {
  readonly text: string;
  /** Empty for every country. */
  readonly country: string;
}

/** The agents of a list in its order, made ready for searching. Entries that look the same stand once. */
export function indexAgents(agents: readonly AgentEntry[]): readonly ListedAgent[] {
  const listed = new Map<string, ListedAgent>();
  for (const agent of agents) {
    const name = tidy(agent.name);
    if (name === '') continue;
    const country = tidy(agent.country) || NO_COUNTRY;
    const [contact, address] = [tidy(agent.contact), tidy(agent.address)];
    const shown = `${name}\n${country}\n${contact}\n${address}`;
    const value = `${withoutBar(name)}|${withoutBar(country)}`;
    listed.set(shown, { value, name, country, contact, address, searched: fold(shown) });
  }
  return [...listed.values()];
}

/** The agents that have every word of the text somewhere, whatever its case and diacritics, in the list's order. */
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
 * A search that remembers what it found for the beginnings of a text: what more letters find is among what fewer have
 * found, so that a key looks at some hundreds of ten thousand agents, and taking a letter back looks at none.
 */
export function rememberingSearch(agents: readonly ListedAgent[]): (filter: AgentFilter) => readonly ListedAgent[] {
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

/** The countries of a list, each once, in the order of the alphabet. */
export function countriesOf(agents: readonly ListedAgent[]): readonly string[] {
  return [...new Set(agents.map(({ country }) => country))].sort((one, other) => one.localeCompare(other, 'en'));
}

/** Name and country of a selection; undefined when there is none. */
export function readSelection(value: string): { readonly name: string; readonly country: string } | undefined {
  const [name = '', country = ''] = value.split('|');
  return name === '' ? undefined : { name, country };
}

const tidy = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();
/** The bar parts name and country, so neither may have one. */
const withoutBar = (text: string): string => text.replaceAll('|', '/');

/** Letters that are letters of their own, so that taking marks away does not reach them. */
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

/**
 * A text as the search compares it: `Nguyễn Đức` and `NGUYEN DUC` are the same. Lower case, without diacritics,
 * typographic quotes as plain ones.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (!NON_ASCII.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(OWN_LETTERS, (letter) => LETTERS[letter] ?? letter)
    .replace(/[‘’]/g, "'");
}
