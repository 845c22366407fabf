import { useEffect, useId, useRef } from 'react';
import { Button } from '#components/button.tsx';
import { Verbatim } from '#components/verbatim.tsx';
import { ChoiceOptions, hasChoices } from './choice-options.tsx';
import { type SheetContext, sheetColumns } from './sheet-columns.ts';

interface SheetCellEditorProps {
  readonly field: string;
  /** Column and row, if the sheet has a cell. */
  readonly label: string;
  /** The text of the cell, or the value of its choice. '' if it is empty. */
  readonly text: string;
  /** What is wrong with it. Undefined if nothing is. */
  readonly message?: string | undefined;
  /** What could be written instead. */
  readonly offer?: string | undefined;
  readonly context: SheetContext;
  readonly onCorrect: (field: string, text: string) => void;
}

const FIELDS = new Map(sheetColumns().map(({ field }) => [field.name, field]));

/** One cell that can be changed: its text or choices. A faulty one shows the message of the form and an offer. */
export function SheetCellEditor({ field, label, text, message, offer, context, onCorrect }: SheetCellEditorProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // The offered text may be in the cell now, and still be wrong.
  useEffect(() => {
    if (input.current) input.current.value = text;
  }, [text]);
  const question = FIELDS.get(field);
  const take = (written: string) => written !== text && onCorrect(field, written);
  const control = {
    id,
    autoComplete: 'off',
    ...(message !== undefined && { 'aria-invalid': true, 'aria-describedby': `${id}message` }),
  };
  return (
    <li>
      <label htmlFor={id}>{label}</label>
      <div data-part="correct">
        {question && hasChoices(question) ? (
          <span data-part="control" data-kind="select">
            <select
              {...control}
              value={message === undefined ? text : ''}
              onChange={({ currentTarget }) => take(currentTarget.value)}
            >
              <option value="" translate="no">
                {message === undefined ? '' : text}
              </option>
              <ChoiceOptions field={question} context={context} />
            </select>
          </span>
        ) : (
          <input
            ref={input}
            {...control}
            type="text"
            defaultValue={text}
            spellCheck={false}
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
      {message !== undefined && (
        <p data-part="error" id={`${id}message`}>
          {message}
        </p>
      )}
    </li>
  );
}
