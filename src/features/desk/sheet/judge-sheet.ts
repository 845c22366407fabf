import type { Answers, Field, FieldErrors } from '#domain/form/form.ts';
import { validate, validateStep } from '#domain/form/validate.ts';
import { visibleFields } from '#domain/form/visible.ts';
import { studentForm } from '#domain/student/form.ts';
import { type DraftAnswers, studentName } from '#features/drafts/draft.ts';
import { offeredAnswer, readAnswerCell } from './read-answer-cell.ts';
import { allowedOptions, type ColumnMatches, columnLetters, type SheetContext, sheetColumns } from './sheet-columns.ts';
import type { DateReading } from './sheet-dates.ts';
import type { SheetCell, SheetRow, SheetTable } from './sheet-table.ts';

/** Something about one cell of the sheet that the person has to know. */
export interface SheetFault {
  readonly field: string;
  readonly label: string;
  /** The letters of the column; undefined where the sheet has none for this question. */
  readonly column: string | undefined;
  /** What stands in the cell. */
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
  /** Questions that are asked of this student and have no answer yet. */
  readonly missing: readonly SheetFault[];
  /** Cells that answer a question which is not asked of this student: they are not taken. */
  readonly unasked: readonly SheetFault[];
  /** Why this may be somebody who is there already. */
  readonly double: string | undefined;
}

/** How the dates of one column are meant has to be said before they can be judged. */
export interface DateQuestion {
  readonly field: string;
  readonly label: string;
  readonly asks: 'order' | 'epoch';
  /** Some of the cells that it is about. */
  readonly examples: readonly string[];
}

export interface JudgedSheet {
  readonly students: readonly SheetStudent[];
  readonly questions: readonly DateQuestion[];
}

/** What a sheet is judged with. */
export interface SheetChoices {
  readonly matches: ColumnMatches;
  /** By field. */
  readonly dates: Readonly<Record<string, DateReading>>;
  /** What was written in place of cells, by `cellKey`. */
  readonly corrections: Readonly<Record<string, string>>;
  /** What a draft of the agent variant starts with; a cell comes before it. */
  readonly starting: DraftAnswers;
  /** Passport numbers of the students that are on this device. */
  readonly passports: readonly string[];
}

export const cellKey = (row: number, field: string): string => `${row}:${field}`;

/** The cell of a row that answers a question: what was written in its place, or what the sheet has. */
export function cellFor(row: SheetRow, field: string, { matches, corrections }: SheetChoices): SheetCell | undefined {
  const corrected = corrections[cellKey(row.number, field)];
  if (corrected !== undefined) return corrected.trim() === '' ? undefined : { kind: 'text', text: corrected };
  const index = matches.indexOf(field);
  return index < 0 ? undefined : row.cells[index];
}

/** Judges every cell of a sheet by the form's own rules, each row as one student. Never throws. */
export function judgeSheet(table: SheetTable, choices: SheetChoices, context: SheetContext): JudgedSheet {
  const asked = new Map<string, DateQuestion>();
  const columns = sheetColumns().map(({ field, title }) => {
    const index = choices.matches.indexOf(field.name);
    return {
      field,
      title,
      letters: index < 0 ? undefined : columnLetters(index),
      options: allowedOptions(field, context),
    };
  });
  const students = table.rows.map((row) => judgeRow(row, columns, table, choices, context, asked));
  return { students: withDoubles(students, choices.passports), questions: [...asked.values()] };
}

type Column = { readonly letters: string | undefined } & ReturnType<typeof sheetColumns>[number] & {
    readonly options: ReturnType<typeof allowedOptions>;
  };

function judgeRow(
  row: SheetRow,
  columns: readonly Column[],
  { epoch }: SheetTable,
  choices: SheetChoices,
  context: SheetContext,
  asked: Map<string, DateQuestion>,
): SheetStudent {
  const given: Record<string, string | boolean> = { ...choices.starting };
  const unread = new Map<string, string>();
  for (const { field, title, options } of columns) {
    const cell = cellFor(row, field.name, choices);
    if (cell === undefined) continue;
    const dates = choices.dates[field.name] ?? {};
    const read = readAnswerCell(field, cell, { options, dates, epoch });
    delete given[field.name];
    if ('answer' in read) given[field.name] = read.answer;
    else if ('why' in read) unread.set(field.name, read.why);
    else noteQuestion(asked, { field: field.name, label: title, asks: read.asks, examples: [cell.text] });
  }
  const visible = new Set(visibleFields(studentForm, given, context).map(({ name }) => name));
  const errors = validate(studentForm, given, context);
  const found = { faults: [] as SheetFault[], missing: [] as SheetFault[], unasked: [] as SheetFault[] };
  for (const { field, title, letters } of columns) {
    const cell = cellFor(row, field.name, choices);
    const place = { field: field.name, label: title, column: letters, text: cell?.text ?? '' };
    const message = unread.get(field.name) ?? errors[field.name];
    if (!visible.has(field.name)) {
      if (cell !== undefined) found.unasked.push({ ...place, message: NOT_ASKED });
      delete given[field.name];
    } else if (!unread.has(field.name) && isAsking(asked, field, cell, given))
      found.faults.push({ ...place, message: TO_BE_SAID });
    else if (message !== undefined && cell === undefined) found.missing.push({ ...place, message });
    else if (message !== undefined) found.faults.push({ ...place, message, ...offerFor(field, given) });
  }
  const answers = takeable(given, choices.starting);
  return {
    row: row.number,
    name: studentName(answers),
    answers,
    completedSteps: completedSteps(answers, context),
    ...found,
    double: undefined,
  };
}

const NOT_ASKED = 'This question is not asked of this student, so this is not taken';
const TO_BE_SAID = 'Say first how the dates of this column are meant';

const isAsking = (
  asked: Map<string, DateQuestion>,
  { name, kind }: Field,
  cell: SheetCell | undefined,
  given: Answers,
): boolean => kind === 'date' && cell !== undefined && asked.has(name) && given[name] === undefined;

function offerFor(field: Field, given: Answers): Pick<SheetFault, 'offer'> {
  const text = given[field.name];
  const offer = typeof text === 'string' && field.kind === 'text' ? offeredAnswer(field, text) : undefined;
  return offer === undefined ? {} : { offer };
}

const EXAMPLES = 3;

function noteQuestion(asked: Map<string, DateQuestion>, question: DateQuestion): void {
  const before = asked.get(question.field);
  if (before === undefined) asked.set(question.field, question);
  else if (before.examples.length < EXAMPLES)
    asked.set(question.field, { ...before, examples: [...new Set([...before.examples, ...question.examples])] });
}

/** What the draft holds: its hidden answers stay as every draft of the variant has them. */
function takeable(given: DraftAnswers, starting: DraftAnswers): DraftAnswers {
  return { ...(starting.formType !== undefined && { formType: starting.formType }), ...given };
}

function completedSteps(answers: DraftAnswers, context: SheetContext): readonly number[] {
  const broken = (id: string): FieldErrors => validateStep(studentForm, id, answers, context);
  return studentForm.steps.flatMap(({ id }, index) => (Object.keys(broken(id)).length === 0 ? [index + 1] : []));
}

const passportOf = ({ answers }: Pick<SheetStudent, 'answers'>): string =>
  typeof answers.passportNumber === 'string' ? answers.passportNumber.replace(/\s/g, '').toUpperCase() : '';

/** One sheet chosen twice must not make every student twice. */
function withDoubles(students: readonly SheetStudent[], passports: readonly string[]): readonly SheetStudent[] {
  const here = new Set(passports.map((passport) => passport.replace(/\s/g, '').toUpperCase()));
  const rows = new Map<string, number>();
  return students.map((student) => {
    const passport = passportOf(student);
    if (passport === '') return student;
    const row = rows.get(passport);
    if (row === undefined) rows.set(passport, student.row);
    if (here.has(passport))
      return { ...student, double: 'A student with this passport number is on this device already' };
    return row === undefined ? student : { ...student, double: `Row ${row} has the same passport number` };
  });
}
