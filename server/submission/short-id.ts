/** So many hex digits name a submission in the log. The rest of its id stays unguessable. */
const DIGITS = 8;

const UUID = /([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const SHORT = new RegExp(`^[0-9a-f]{${DIGITS}}$`, 'i');

/** For log lines: a whole id is the right to read the submission and to replace it. */
export const shortId = (id: string): string => id.slice(0, DIGITS);

export const isShortId = (text: string): boolean => SHORT.test(text);

/** A text with the beginning in place of each id. */
export const withShortIds = (text: string): string => text.replaceAll(UUID, '$1…');

/** Every id that begins so lies between these two, however a database sorts letters. */
export const idsOf = (short: string): { readonly first: string; readonly last: string } => ({
  first: `${short.toLowerCase()}-0000-0000-0000-000000000000`,
  last: `${short.toLowerCase()}-ffff-ffff-ffff-ffffffffffff`,
});
