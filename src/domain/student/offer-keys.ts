import { keysWithFields } from '../payload/template.ts';
import { OFFER } from './to-offer.ts';

const KEYS = keysWithFields(OFFER).map(({ path, fields: [field = path] }) => ({ path: path.toLowerCase(), field }));
const FIELD_BY_PATH = new Map(KEYS.map(({ path, field }) => [path, field]));
/** The same by a key's last name, as far as it belongs to one key only: two addresses have a `StreetName`. */
const FIELD_BY_NAME = new Map(
  KEYS.map(({ path, field }) => [lastName(path), field] as const).filter(
    ([name]) => KEYS.filter(({ path }) => lastName(path) === name).length === 1,
  ),
);

/**
 * Our field behind a key of the records API, however it writes it: 'DoB', 'offer.Email', 'USI',
 * 'AppliedCourses[0].StartDate'. Undefined for a key that no answer is behind.
 */
export function fieldOfOfferKey(key: string): string | undefined {
  const path = key.replaceAll(/\[\d+\]/g, '').toLowerCase();
  const parts = path.split('.');
  const suffixes = parts.map((_, start) => parts.slice(start).join('.'));
  const known = suffixes.find((suffix) => FIELD_BY_PATH.has(suffix));
  return known === undefined ? FIELD_BY_NAME.get(lastName(path)) : FIELD_BY_PATH.get(known);
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}
