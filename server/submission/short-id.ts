/** How many hex digits identify a submission in the log. The rest of its id stays secret. */
const DIGITS = 8;

const UUID = /([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const SHORT = new RegExp(`^[0-9a-f]{${DIGITS}}$`, 'i');

/** For log lines, since a whole id gives the right to read and replace the submission. */
export const shortId = (id: string): string => id.slice(0, DIGITS);

export const isShortId = (text: string): boolean => SHORT.test(text);

/** Shortens each id in a text. */
export const withShortIds = (text: string): string => text.replaceAll(UUID, '$1…');

/** Every id with this beginning is between these two, in any collation. */
export const idsOf = (short: string): { readonly first: string; readonly last: string } => ({
  first: `${short.toLowerCase()}-0000-0000-0000-000000000000`,
  last: `${short.toLowerCase()}-ffff-ffff-ffff-ffffffffffff`,
});
