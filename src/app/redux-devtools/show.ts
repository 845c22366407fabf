/** Stands in place of everything that nobody has said to be harmless. */
export const MASK = '•••';

/**
 * What a developer may see of a value: the value itself, or MASK in its place. It takes whatever comes and never throws,
 * since Redux DevTools calls it with states and actions of any shape.
 */
export type Show = (value: unknown) => unknown;

/** Nothing of it; only that there is no answer can be seen: undefined, null and '' stay as they are. */
export const hidden: Show = (value) => (value === undefined || value === null || value === '' ? value : MASK);

const onlyIf =
  (isHarmless: (value: unknown) => boolean): Show =>
  (value) =>
    isHarmless(value) ? value : hidden(value);

/** Text of a form that no person types. */
export const matching = (pattern: RegExp): Show => onlyIf((value) => typeof value === 'string' && pattern.test(value));

/** One of the words that our own code has for it. */
export function oneOf(...words: readonly unknown[]): Show {
  const known = new Set(words);
  return onlyIf((value) => known.has(value));
}

/** A number that the page counts or measures itself. Never for an answer: a score or a postcode may be a number, too. */
export const figure: Show = onlyIf((value) => typeof value === 'number');
/** A yes or no of the page itself. Never for an answer. */
export const flag: Show = onlyIf((value) => typeof value === 'boolean');
export const uuid: Show = matching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
/** An id that the page makes itself, as Redux Toolkit's `nanoid` does. */
export const nanoId: Show = matching(/^[\w-]{21}$/);
/** An ISO date-time to the second or finer, as machines write it. */
export const isoMoment: Show = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/);
/** A code of ours, like CRICOS_VALIDATION_FAILED. */
export const code: Show = matching(/^(?:[A-Z]+(?:_[A-Z]+)+|UNAVAILABLE|file(?:-[a-z]+)+)$/);

/** An object whose keys are known. Every key of its type has to be named here; the name and the value of any other are masked. */
export function fields<Shape extends object>(shows: { readonly [Key in keyof Shape]-?: Show }): Show {
  const known = new Map(Object.entries<Show>(shows));
  return rewriting((key, value) => {
    const show = known.get(key);
    return show && [key, show(value)];
  });
}

/** An object whose keys are data themselves: an entry is shown as far as its key is. */
export const map = (keys: Show, values: Show): Show =>
  rewriting((key, value) => {
    const shown = keys(key);
    return typeof shown === 'string' && shown !== MASK ? [shown, values(value)] : undefined;
  });

/** A list, item by item. */
export const each =
  (show: Show): Show =>
  (value) =>
    Array.isArray(value) ? value.map(show) : hidden(value);

/** How many a list has, and no more. */
export const counted: Show = (value) => (Array.isArray(value) ? `${MASK} × ${value.length}` : hidden(value));

/** A plain object entry by entry. All that may not be shown become one entry, which does not even say how many they are. */
function rewriting(entry: (key: string, value: unknown) => readonly [string, unknown] | undefined): Show {
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return hidden(value);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => entry(key, item) ?? [MASK, MASK]));
  };
}
