import type { Answers, Field } from '#domain/form/form.ts';
import { suggestedAnswer } from '#domain/form/passport-spelling.ts';
import { validate } from '#domain/form/validate.ts';
import { visibleAnswers, visibleFields } from '#domain/form/visible.ts';
import { studentForm } from '#domain/student/form.ts';
import { type DraftAnswers, studentName } from '#features/drafts/draft.ts';
import { type PreflightFinding, preflight } from '#features/preflight/checks.ts';
import { FULL_NAME, partOfName } from './full-name.ts';
import { type CellReading, readAnswerCell } from './read-answer-cell.ts';
import {
  allowedOptions,
  type ColumnMatches,
  columnLetters,
  type SheetColumn,
  type SheetContext,
  sheetColumns,
} from './sheet-columns.ts';
import type { ColumnReading } from './sheet-dates.ts';
import { withDoubles } from './sheet-doubles.ts';
import type { SheetCell, SheetRow, SheetTable } from './sheet-table.ts';

/** Something about one cell of the sheet that the person has to know. */
export interface SheetFault {
  readonly field: string;
  readonly label: string;
  /** The letters of the column. Undefined if the sheet has none for this question. */
  readonly column: string | undefined;
  /** The text of the cell. */
  readonly text: string;
  readonly message: string;
  /** What could be written there instead. */
  readonly offer?: string;
}

/** A row of the sheet as the draft that it would become. */
export interface SheetStudent {
  /** As the spreadsheet counts. */
  readonly row: number;
  readonly name: string;
  readonly answers: DraftAnswers;
  /** Numbers of the steps that lack nothing. */
  readonly completedSteps: readonly number[];
  /** Cells that cannot stay as they are. */
  readonly faults: readonly SheetFault[];
  /** What the review would ask about ("Before you send"). */
  readonly toCheck: readonly PreflightFinding[];
  /** Questions that are asked of this student and have no answer yet. */
  readonly missing: readonly SheetFault[];
  /** Cells that answer a question which this student is not asked. They are ignored. */
  readonly unasked: readonly SheetFault[];
  /** No cell of the row answers a question: there is nothing to make a draft of. */
  readonly isBlank: boolean;
  /** The spreadsheet does not show the row. */
  readonly isHidden: boolean;
  /** Why this student may be here already. */
  readonly double?: string;
}

/** The person must say how the cells of a column are meant before they can be checked. */
export interface ColumnQuestion {
  readonly field: string;
  readonly label: string;
  readonly asks: keyof ColumnReading;
  /** Some of the cells that it is about. */
  readonly examples: readonly string[];
}

export interface JudgedSheet {
  readonly students: readonly SheetStudent[];
  readonly questions: readonly ColumnQuestion[];
}

/** What a sheet is judged with. */
export interface SheetChoices {
  readonly matches: ColumnMatches;
  /** By field. */
  readonly dates: Readonly<Record<string, ColumnReading>>;
  /** The choices that texts of a column mean, by `valueKey`. */
  readonly values: Readonly<Record<string, string>>;
  /** What was written in place of cells, by `cellKey`. */
  readonly corrections: Readonly<Record<string, string>>;
  /** What a draft of the agent variant starts with; a cell comes before it. */
  readonly starting: DraftAnswers;
  /** The students that are on this device, by `studentKey`. */
  readonly known: readonly string[];
}

export const cellKey = (row: number, field: string): string => `${row}:${field}`;

/** What one text means in all cells of a column. */
export const valueKey = (field: string, text: string): string => `${field}:${text.trim()}`;

/**
 * The cell of a row that answers a question: what was written in its place, what its text means, what the sheet has, or a
 * part of the full name.
 */
export function cellFor(
  row: SheetRow,
  field: string,
  { matches, corrections, values, dates }: SheetChoices,
): SheetCell | undefined {
  const corrected = corrections[cellKey(row.number, field)];
  if (corrected !== undefined) return corrected.trim() === '' ? undefined : { kind: 'typed', text: corrected };
  const index = matches.indexOf(field);
  const whole = row.cells[matches.indexOf(FULL_NAME)];
  const cell = index < 0 ? partOfName(whole?.text, field, dates.firstName?.names) : row.cells[index];
  const meant = cell && values[valueKey(field, cell.text)];
  return meant === undefined ? cell : { kind: 'typed', text: meant };
}

/** Judges every cell of a sheet by the form's own rules, each row as one student. Never throws. */
export function judgeSheet(table: SheetTable, choices: SheetChoices, context: SheetContext): JudgedSheet {
  const asked = new Map<string, ColumnQuestion>();
  const columns = sheetColumns().map(({ field, title }) => {
    const index = choices.matches.indexOf(field.name);
    const letters = index < 0 ? undefined : columnLetters(index);
    const dates = choices.dates[field.name] ?? {};
    const reading = { options: allowedOptions(field, context), dates, epoch: table.epoch, today: context.today.latest };
    return { field, title, letters, reading };
  });
  const students = table.rows.map((row) => judgeRow(row, columns, choices, context, asked));
  return { students: withDoubles(students, choices.known), questions: [...asked.values()] };
}

interface Column extends SheetColumn {
  readonly letters: string | undefined;
  readonly reading: CellReading;
}

function judgeRow(
  row: SheetRow,
  columns: readonly Column[],
  choices: SheetChoices,
  context: SheetContext,
  asked: Map<string, ColumnQuestion>,
): SheetStudent {
  const given: Record<string, string | boolean> = { ...choices.starting };
  const unread = new Map<string, string>();
  const cells = columns.map(({ field }) => cellFor(row, field.name, choices));
  for (const [index, { field, title, reading }] of columns.entries()) {
    const cell = cells[index];
    if (cell === undefined) continue;
    const read = readAnswerCell(field, cell, reading);
    delete given[field.name];
    if ('answer' in read) given[field.name] = read.answer;
    else if ('why' in read) unread.set(field.name, read.why);
    else noteQuestion(asked, { field: field.name, label: title, asks: read.asks, examples: [cell.text] });
  }
  const fields = visibleFields(studentForm, given, context);
  const visible = new Set(fields.map(({ name }) => name));
  const errors = validate(studentForm, given, context);
  const broken = new Set(fields.filter(({ name }) => name in errors).map(({ step }) => step));
  const found = { faults: [] as SheetFault[], missing: [] as SheetFault[], unasked: [] as SheetFault[] };
  for (const [index, { field, title, letters }] of columns.entries()) {
    const cell = cells[index];
    const message = unread.get(field.name) ?? errors[field.name];
    const say = (words: string): SheetFault => {
      return { field: field.name, label: title, column: letters, text: cell?.text ?? '', message: words };
    };
    if (!visible.has(field.name)) {
      if (cell !== undefined) found.unasked.push(say(NOT_ASKED));
      delete given[field.name];
    } else if (!unread.has(field.name) && isAsking(asked, field, cell, given))
      found.faults.push(say(TO_BE_SAID[asked.get(field.name)?.asks ?? 'order']));
    else if (message !== undefined && cell === undefined) found.missing.push(say(message));
    else if (message !== undefined) found.faults.push({ ...say(message), ...offerFor(field, given) });
  }
  const answers = takeable(given, choices.starting);
  const findings = preflight({ answers: visibleAnswers(studentForm, answers, context), today: context.today });
  return {
    row: row.number,
    name: studentName(answers),
    answers,
    completedSteps: studentForm.steps.flatMap(({ id }, index) => (broken.has(id) ? [] : [index + 1])),
    ...found,
    toCheck: findings.filter(({ place }) => !found.faults.some(({ field }) => field === place)),
    isHidden: row.isHidden === true,
    isBlank: cells.every((cell) => cell === undefined),
  };
}

const NOT_ASKED = 'The form does not ask this student this question';
const DATES = 'First choose how to read the dates of this column';
const TO_BE_SAID: Readonly<Record<keyof ColumnReading, string>> = {
  order: DATES,
  epoch: DATES,
  zeros: 'First choose whether zeros are missing in this column',
  names: 'First choose how to split the full names',
};

const isAsking = (
  asked: Map<string, ColumnQuestion>,
  { name }: Field,
  cell: SheetCell | undefined,
  given: Answers,
): boolean => cell !== undefined && asked.has(name) && given[name] === undefined;

function offerFor(field: Field, given: Answers): Pick<SheetFault, 'offer'> {
  const text = given[field.name];
  const offer = typeof text === 'string' && field.kind === 'text' ? suggestedAnswer(field, text) : undefined;
  return offer === undefined ? {} : { offer };
}

const EXAMPLES = 3;

function noteQuestion(asked: Map<string, ColumnQuestion>, question: ColumnQuestion): void {
  const before = asked.get(question.field);
  if (before === undefined) asked.set(question.field, question);
  else if (before.examples.length < EXAMPLES)
    asked.set(question.field, { ...before, examples: [...new Set([...before.examples, ...question.examples])] });
}

/** What the draft holds: its hidden answers stay as every draft of the variant has them. */
function takeable(given: DraftAnswers, starting: DraftAnswers): DraftAnswers {
  return { ...(starting.formType !== undefined && { formType: starting.formType }), ...given };
}
