import { fold } from './fold.ts';

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
  /** What the form keeps: 'name|country' (spec §3 "selectedAgent"). */
  readonly value: string;
  readonly name: string;
  readonly country: string;
  readonly contact: string;
  readonly address: string;
  /** Name, country, contact and address, folded; made once, so that a key press only compares. */
  readonly searched: string;
  /** Which letters are in it, a bit each: most agents that a search does not find are out by one comparison. */
  readonly letters: number;
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
    const searched = fold(shown);
    listed.set(shown, { value, name, country, contact, address, searched, letters: lettersOf(searched) });
  }
  return [...listed.values()];
}

/** The agents that have every word of the text somewhere, whatever its case and diacritics, in the list's order. */
export function searchAgents(agents: readonly ListedAgent[], { text, country }: AgentFilter): readonly ListedAgent[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  if (words.length === 0 && country === '') return agents;
  const letters = lettersOf(words.join(''));
  // A single letter is found by its bit alone.
  const rest = words.filter((word) => !/^[a-z]$/.test(word));
  return agents.filter(
    (agent) =>
      (agent.letters & letters) === letters &&
      (country === '' || agent.country === country) &&
      rest.every((word) => agent.searched.includes(word)),
  );
}

const A = 97;
const LETTERS = 26;
/** Bits left beside the letters; the other characters share them. */
const OTHERS = 6;

/** A bit for each of a to z, and one of six for any other character but white space. */
function lettersOf(folded: string): number {
  let bits = 0;
  for (let at = 0; at < folded.length; at += 1) {
    const code = folded.charCodeAt(at);
    if (code <= 32) continue;
    const letter = code - A;
    bits |= 1 << (letter >= 0 && letter < LETTERS ? letter : LETTERS + (code % OTHERS));
  }
  return bits;
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
