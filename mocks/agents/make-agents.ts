import { type Random, seeded } from '../core/random.ts';
import { FIRST_WORDS, LAST_WORDS, PLACES, type Place } from './places.ts';

/** One recruiting agent, as the agent source lists it. */
export interface Agent {
  readonly name: string;
  readonly contact: string;
  readonly country: string;
  readonly address: string;
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly websites: readonly string[];
}

/**
 * Makes `count` agents: the same for the same seed, each name once. Countries rotate, so any list has several. Names,
 * people and addresses have the diacritics of their country.
 */
export function makeAgents(count: number, seed = 1): Agent[] {
  const random = seeded(seed, 'agents');
  const taken = new Map<string, number>();
  return Array.from({ length: count }, (_none, index) => {
    const place = PLACES[index % PLACES.length] ?? random.pick(PLACES);
    return makeAgent(place, random, taken);
  });
}

function makeAgent(place: Place, random: Random, taken: Map<string, number>): Agent {
  const city = random.pick(place.cities);
  const family = random.pick(place.family);
  const plain = `${random.pick([...FIRST_WORDS, family, city])} ${random.pick(LAST_WORDS)}`;
  const before = taken.get(plain) ?? 0;
  taken.set(plain, before + 1);
  const name = before === 0 ? plain : `${plain} ${before + 1}`;
  const given = random.pick(place.given);
  const domain = `${slugOf(name)}.example`;
  return {
    name,
    contact: `${given} ${family}`,
    country: place.country,
    address: `${random.int(1, 320)} ${random.pick(place.streets)}, ${city}`,
    emails: [`${slugOf(given)}@${domain}`, ...(random.next() < 0.3 ? [`admissions@${domain}`] : [])],
    phones: [`${place.dial}${random.int(20_000_000, 99_999_999)}`],
    websites: random.next() < 0.7 ? [`https://${domain}`] : [],
  };
}

/** ASCII letters, digits and hyphens, as in a host name. */
function slugOf(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[Đđ]/g, 'd')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
