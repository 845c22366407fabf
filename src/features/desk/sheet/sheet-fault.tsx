import { useEffect, useId, useRef } from 'react';
import { Button } from '#components/button.tsx';
import { Verbatim } from '#components/verbatim.tsx';
import { ChoiceOptions, hasChoices } from './choice-options.tsx';
import type { SheetFault } from './judge-sheet.ts';
import { type SheetContext, sheetColumns } from './sheet-columns.ts';

interface FaultProps {
  readonly fault: SheetFault;
  readonly row: number;
  readonly context: SheetContext;
  readonly onCorrect: (field: string, text: string) => void;
}

/** One cell at fault: the message of the form, the choices or the text to correct, and what could be written instead. */
export function Fault({ fault: { field, label, column, text, message, offer }, row, context, onCorrect }: FaultProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // What was offered may stand there now, and still be at fault.
  useEffect(() => {
    if (input.current) input.current.value = text;
  }, [text]);
  const question = sheetColumns().find((column) => column.field.name === field)?.field;
  const take = (written: string) => written !== text && onCorrect(field, written);
  return (
    <li>
      <label htmlFor={id}>{column === undefined ? label : `${column}${row} ${label}`}</label>
      <div data-part="correct">
        {question && hasChoices(question) ? (
          <span data-part="control" data-kind="select">
            <select
              id={id}
              value=""
              autoComplete="off"
              aria-invalid
              aria-describedby={`${id}message`}
              onChange={({ currentTarget }) => take(currentTarget.value)}
            >
              <option value="" translate="no">
                {text}
              </option>
              <ChoiceOptions field={question} context={context} />
            </select>
          </span>
        ) : (
          <input
            ref={input}
            id={id}
            type="text"
            defaultValue={text}
            autoComplete="off"
            spellCheck={false}
            aria-invalid
            aria-describedby={`${id}message`}
            onBlur={({ currentTarget }) => take(currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && take(event.currentTarget.value)}
          />
        )}
        {offer !== undefined && (
          <Button size="sm" onClick={() => onCorrect(field, offer)}>
            Use <Verbatim>{offer}</Verbatim>
          </Button>
        )}
      </div>
      <p data-part="error" id={`${id}message`}>
        {message}
      </p>
    </li>
  );
}
