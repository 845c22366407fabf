import { fold } from '#features/agents/agent-index.ts';
import { studentName } from '#features/drafts/draft.ts';

interface NamedStudent {
  readonly passportNumber?: unknown;
  readonly firstName?: unknown;
  readonly familyName?: unknown;
}

/**
 * What tells students apart: the passport number, or the name where none was given; '' where neither was. The same for
 * the answers of a row and for what is listed of a draft.
 */
export function studentKey(student: NamedStudent): string {
  const { passportNumber } = student;
  const passport = typeof passportNumber === 'string' ? passportNumber.replace(/\s/g, '').toUpperCase() : '';
  if (passport !== '') return `passport ${passport}`;
  const name = fold(studentName(student));
  return name && `name ${name}`;
}

const isByPassport = (key: string): boolean => key.startsWith('passport ');

/** Says of each row who may be there already: one sheet chosen twice must not make every student twice. */
export function withDoubles<
  Student extends {
    readonly row: number;
    readonly answers: NamedStudent;
    readonly isHidden?: boolean;
  },
>(students: readonly Student[], known: readonly string[]): readonly (Student & { readonly double?: string })[] {
  const here = new Set(known);
  const rows = new Map<string, number>();
  // A hidden row is left out, so that one that is shown is not the second.
  const isShown = ({ isHidden }: Student) => isHidden !== true;
  for (const { row, answers } of [...students.filter(isShown), ...students.filter((one) => !isShown(one))]) {
    const key = studentKey(answers);
    if (!rows.has(key)) rows.set(key, row);
  }
  return students.map((student) => {
    const key = studentKey(student.answers);
    if (key === '') return student;
    const row = rows.get(key);
    const what = isByPassport(key) ? 'passport number' : 'name';
    if (here.has(key)) return { ...student, double: `You already have a student with this ${what}` };
    return row === student.row ? student : { ...student, double: `Row ${row} has the same ${what}` };
  });
}
