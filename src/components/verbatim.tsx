import { VisuallyHidden } from './skeleton.tsx';

interface VerbatimProps {
  readonly children: string | number | undefined;
}

/**
 * A text that no translator may change: a name, a file's name, a number, a reference, a code, or an answer. It has its
 * own element, so that React always finds it.
 */
export const Verbatim = ({ children }: VerbatimProps) => <span translate="no">{children}</span>;

/** Whose button it is, after its word, for screen readers only: 'Open' and the name. */
export const HiddenName = ({ children }: VerbatimProps) => (
  <VisuallyHidden>
    {' '}
    <Verbatim>{children}</Verbatim>
  </VisuallyHidden>
);

interface WordsProps {
  readonly children: string;
  /** What in the sentence must stay as it is: names, names of files. */
  readonly verbatim: readonly (string | undefined)[];
}

interface SentencePart {
  readonly text: string;
  readonly isName: boolean;
  /** Where it begins in the sentence. */
  readonly at: number;
}

/** A sentence that was put together with names in it: they stay as they are, the rest can be translated. */
export const Words = ({ children, verbatim }: WordsProps) =>
  partsOf(children, verbatim).map(({ text, isName, at }) =>
    isName ? <Verbatim key={at}>{text}</Verbatim> : <span key={at}>{text}</span>,
  );

function partsOf(sentence: string, names: readonly (string | undefined)[]): readonly SentencePart[] {
  const parts: SentencePart[] = [];
  for (let at = 0; at < sentence.length; ) {
    const next = nextName(sentence, at, names);
    if (next.at > at) parts.push({ text: sentence.slice(at, next.at), isName: false, at });
    if (next.name !== '') parts.push({ text: next.name, isName: true, at: next.at });
    at = next.at + next.name.length;
  }
  return parts;
}

/** The first name from a place on, of two that begin there the longer one; '' at the end where there is none. */
function nextName(sentence: string, from: number, names: readonly (string | undefined)[]) {
  let next = { name: '', at: sentence.length };
  for (const name of names) {
    const at = name ? sentence.indexOf(name, from) : -1;
    if (at === -1 || name === undefined) continue;
    if (at < next.at || (at === next.at && name.length > next.name.length)) next = { name, at };
  }
  return next;
}
