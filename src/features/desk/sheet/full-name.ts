/** A column may have this instead of a question: first name and family name in one cell. */
export const FULL_NAME = 'fullName';

/** Which part of a full name comes first; `whole` leaves it unused. */
export type NameOrder = 'given-first' | 'family-first' | 'whole';

interface NameParts {
  readonly firstName: string;
  readonly familyName: string;
}

/** Splits a full name. A comma always follows the family name; without one the family name is a single word. */
export function splitName(text: string, order: Exclude<NameOrder, 'whole'>): NameParts {
  const [before = '', after] = text.split(',').map((part) => part.trim());
  if (after !== undefined) return { firstName: after, familyName: before };
  const words = before.split(/\s+/);
  const family = (order === 'given-first' ? words.pop() : words.shift()) ?? '';
  return { firstName: words.join(' '), familyName: family };
}

/** The part of a full name that answers this question. Nothing is split before a person says how. */
export function partOfName(
  whole: string | undefined,
  field: string,
  order: NameOrder | undefined,
): { readonly kind: 'name' | 'text'; readonly text: string } | undefined {
  if (whole === undefined || (field !== 'firstName' && field !== 'familyName') || order === 'whole') return undefined;
  if (order === undefined) return field === 'firstName' ? { kind: 'name', text: whole } : undefined;
  const text = splitName(whole, order)[field];
  return text === '' ? undefined : { kind: 'text', text };
}
