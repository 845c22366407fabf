/** The name of an error is text, too: only the names of the language itself are reported. */
const KINDS = ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'];

/**
 * A failure as it can be reported: its kind and the places in our scripts. Its message is left out, because it may quote
 * what a person typed. `doing` says what the page was doing.
 */
export function withoutWords(failure: unknown, doing: string): Error {
  const { name, stack = '' } = failure instanceof Error ? failure : new Error();
  const reported = new Error(`${KINDS.includes(name) ? name : 'Error'} while ${doing}`);
  const places = stack.match(/https?:\/\/[^\s()]+:\d+:\d+/g) ?? [];
  const ours = places.filter((place) => place.startsWith(`${location.origin}/`));
  reported.stack = [reported.message, ...ours.map((place) => `    at ${place}`)].join('\n');
  return reported;
}
