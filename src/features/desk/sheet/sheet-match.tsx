import { useState } from 'react';
import { Verbatim } from '#components/verbatim.tsx';
import { FULL_NAME } from './full-name.ts';
import { columnLetters, sheetColumns } from './sheet-columns.ts';
import type { SheetFacts } from './sheet-work.ts';
import type { SheetState } from './use-sheet.ts';

interface SheetMatchProps {
  readonly facts: SheetFacts;
  /** The columns were chosen before, for a sheet with the same titles. */
  readonly isRemembered: boolean;
  readonly matches: readonly (string | undefined)[];
  readonly onMatch: SheetState['match'];
}

const COLUMNS = sheetColumns();
const CHOICES = [
  { value: '', title: 'Do not use' },
  { value: FULL_NAME, title: 'Full name' },
]
  .concat(COLUMNS.map(({ field, title }) => ({ value: field.name, title })))
  .map(({ value, title }) => (
    <option key={value} value={value}>
      {title}
    </option>
  ));

const understood = (count: number, all: number): string =>
  count === all ? `We understand all ${all} columns` : `We understand ${count} of ${all} columns`;

/** Which question each column of the sheet answers: by its title, by its cells, or as the person chooses here. */
export function SheetMatch({ facts, isRemembered, matches, onMatch }: SheetMatchProps) {
  // A hundred columns may have a hundred choices each, so they are rendered when they are opened.
  const [isOpen, setOpen] = useState(false);
  const isUnknown = facts.matches.every((name) => name === undefined);
  const isGuessed = facts.columns.some(({ isByCells }) => isByCells);
  const taken = matches.filter((name) => name !== undefined).length;
  const has = [...matches, ...(matches.includes(FULL_NAME) ? ['firstName', 'familyName'] : [])];
  const absent = COLUMNS.filter(({ field }) => !has.includes(field.name) && field.required !== undefined);
  return (
    <details open={isUnknown || isGuessed} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{`${understood(taken, facts.columns.length)}${isRemembered ? ', as you chose before' : ''}`}</summary>
      {(isOpen || isUnknown || isGuessed) && (
        <ul data-part="columns">
          {facts.columns.map(({ title, example, isByCells }, index) => {
            const letters = columnLetters(index);
            return (
              <li key={letters}>
                <span>
                  <Verbatim>{`${letters}: ${title}`}</Verbatim>
                  {title === '' && <span>No title</span>}
                  {isByCells && matches[index] === facts.matches[index] && (
                    <small>Recognized by its cells. Please check.</small>
                  )}
                  {example && (
                    <small>
                      For example <Verbatim>{example}</Verbatim>
                    </small>
                  )}
                </span>
                <span data-part="control" data-kind="select">
                  <select
                    aria-label={`Question that column ${letters} answers`}
                    autoComplete="off"
                    value={matches[index] ?? ''}
                    onChange={({ currentTarget: { value } }) => onMatch(index, value || undefined)}
                  >
                    {CHOICES}
                  </select>
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {absent.length > 0 && (
        <p>
          <small>
            {`No column for: ${absent.map(({ title }) => title.replace(/\.$/, '')).join(', ')}. You can answer these questions later.`}
          </small>
        </p>
      )}
    </details>
  );
}
