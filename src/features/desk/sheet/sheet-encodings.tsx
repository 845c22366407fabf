import { useEffect, useRef } from 'react';
import { Verbatim } from '#components/verbatim.tsx';
import type { EncodingChoice } from './text-of.ts';

interface SheetEncodingsProps {
  /** Of the file. */
  readonly name: string;
  readonly choices: readonly EncodingChoice[];
  readonly onChoose: (encoding: string) => void;
}

/** Asks for the encoding of a file that does not name it. Shows its words in each encoding. */
export function SheetEncodings({ name, choices, onChoose }: SheetEncodingsProps) {
  const question = useRef<HTMLFieldSetElement>(null);
  // It may be out of sight, and nothing continues without an answer.
  useEffect(() => question.current?.focus(), []);
  return (
    <fieldset ref={question} tabIndex={-1}>
      <legend data-part="label">
        How are the names in <Verbatim>{name}</Verbatim> spelled?
      </legend>
      <small>
        This file does not name its alphabet. Choose the line that looks like your spreadsheet. If no line does, save
        the spreadsheet as .xlsx and choose that file.
      </small>
      <div data-part="choices">
        {choices.map(({ encoding, label, example }) => (
          <label key={encoding} data-part="choice">
            <input type="radio" name="sheet-encoding" onChange={() => onChoose(encoding)} />
            <span>
              <Verbatim>{example}</Verbatim>
              <small>{label}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
