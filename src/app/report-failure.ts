import type { RootOptions } from 'react-dom/client';

/**
 * What the browser's console is told of a failure that React has met: its kind and the places in our scripts. The
 * message is left out, since it may quote what somebody typed; where the developer tools are on, the whole error is
 * told.
 */
export function failureReports(whole: boolean): RootOptions {
  const report = (failure: unknown) => reportError(whole ? failure : withoutWords(failure));
  return { onCaughtError: report, onUncaughtError: report, onRecoverableError: report };
}

/** A name is text, too: it is told where it is one of the language's. */
const KINDS = ['TypeError', 'RangeError', 'ReferenceError', 'SyntaxError'];

/** The same failure without its words: of each line of the stack only the place. */
function withoutWords(failure: unknown): Error {
  const { name, stack = '' } = failure instanceof Error ? failure : new Error();
  const told = new Error(`${KINDS.includes(name) ? name : 'Error'} while rendering`);
  const places = stack.match(/https?:\/\/[^\s()]+:\d+:\d+/g) ?? [];
  const ours = places.filter((place) => place.startsWith(`${location.origin}/`));
  told.stack = [told.message, ...ours.map((place) => `    at ${place}`)].join('\n');
  return told;
}
