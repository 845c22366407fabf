import { useCallback, useState, useSyncExternalStore } from 'react';
import { Button } from '#components/button.tsx';
import { controlId } from '#components/field/field-frame.tsx';
import { Verbatim } from '#components/verbatim.tsx';
import type { Field } from '#domain/form/form.ts';
import { suggestedAnswer } from '#domain/form/passport-spelling.ts';
import { REWRITTEN, rewriteControl } from './controls.ts';

interface SpellingSuggestionProps {
  readonly field: Field;
  /** Whether the answer was just refused for its letters, or for characters beside its digits. */
  readonly refused: boolean;
}

interface Replaced {
  readonly from: string;
  readonly to: string;
}

const inputOf = (name: string): HTMLInputElement | undefined => {
  const element = document.getElementById(controlId(name));
  return element instanceof HTMLInputElement ? element : undefined;
};

const LETTERS = {
  offer: 'Spelled as in passports:',
  done: 'Changed to the spelling of passports.',
};
const NUMBERS = { offer: 'With numbers only:', done: 'Changed to numbers only.' };

/**
 * A button beside the message about letters with marks, or about characters in a telephone number. One press writes the
 * answer as in the machine-readable line of a passport, or without the characters. The next press undoes that. It is
 * the same button all the time, so the focus stays on it.
 */
export function SpellingSuggestion({ field, refused }: SpellingSuggestionProps) {
  const { name } = field;
  const text = useTextOf(name);
  const [replaced, setReplaced] = useState<Replaced>();
  const done = replaced !== undefined && replaced.to === text;
  const spelling = refused ? suggestedAnswer(field, text) : undefined;
  if (!done && spelling === undefined) return null;

  const write = (next: string, before?: string) => {
    const control = inputOf(name);
    if (control === undefined) return;
    setReplaced(before === undefined ? undefined : { from: before, to: next });
    rewriteControl(control, next);
  };
  const words = field.rules.some(({ test }) => test === 'digits') ? NUMBERS : LETTERS;
  const hintId = `${name}-spelling`;
  return (
    <div data-part="spelling">
      <span id={hintId} role="status">
        {done ? words.done : words.offer}
      </span>
      <Button
        aria-describedby={hintId}
        onClick={() => (done ? write(replaced.from) : spelling !== undefined && write(spelling, text))}
      >
        <span>{done ? 'Undo, back to "' : 'Use "'}</span>
        <Verbatim>{done ? replaced.from : spelling}</Verbatim>"
      </Button>
    </div>
  );
}

/** The value of the field's control when it was last left or rewritten. The browser owns it. */
function useTextOf(name: string): string {
  const subscribe = useCallback(
    (notify: () => void) => {
      const ending = new AbortController();
      for (const event of ['change', REWRITTEN]) inputOf(name)?.addEventListener(event, notify, ending);
      return () => ending.abort();
    },
    [name],
  );
  return useSyncExternalStore(
    subscribe,
    () => inputOf(name)?.value ?? '',
    () => '',
  );
}
