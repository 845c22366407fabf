import { Verbatim } from '#components/verbatim.tsx';
import { ChoiceOptions, hasChoices } from './choice-options.tsx';
import { type SheetChoices, type SheetStudent, valueKey } from './judge-sheet.ts';
import { type SheetContext, sheetColumns } from './sheet-columns.ts';
import { studentsInWords } from './sheet-words.ts';

interface SheetValuesProps {
  readonly students: readonly SheetStudent[];
  readonly values: SheetChoices['values'];
  readonly context: SheetContext;
  readonly onMean: (field: string, text: string, value: string | undefined) => void;
}

/** Texts in several rows that are not among the choices. The person says once what each means. */
export function SheetValues({ students, values, context, onMean }: SheetValuesProps) {
  const unknown = unknownValues(students, values);
  if (unknown.length === 0) return null;
  return (
    <fieldset>
      <legend data-part="label">What do these mean?</legend>
      <ul data-part="columns">
        {unknown.map(({ key, field, title, text, count }) => (
          <li key={key}>
            <span>
              <Verbatim>{text}</Verbatim>
              <small>{count > 0 ? `${title}, ${studentsInWords(count)}` : title}</small>
            </span>
            <span data-part="control" data-kind="select">
              <select
                aria-label={`Meaning of ${text} in ${title}`}
                autoComplete="off"
                value={values[key] ?? ''}
                onChange={({ currentTarget: { value } }) => onMean(field.name, text, value || undefined)}
              >
                <option value="">None of the choices</option>
                <ChoiceOptions field={field} context={context} />
              </select>
            </span>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}

/** A text in fewer rows is corrected in its cell. */
const LEAST_ROWS = 2;

/** Each text with the number of its faults, also if it has a meaning already, which can be changed. */
function unknownValues(students: readonly SheetStudent[], values: SheetChoices['values']) {
  const counts = new Map<string, number>();
  for (const { field, text } of students.flatMap(({ faults }) => faults)) {
    const key = valueKey(field, text);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const keys = new Set([...counts.keys(), ...Object.keys(values)]);
  return sheetColumns().flatMap(({ field, title }) =>
    [...keys]
      .filter((key) => key.startsWith(`${field.name}:`) && hasChoices(field))
      .map((key) => ({ key, field, title, text: key.slice(field.name.length + 1), count: counts.get(key) ?? 0 }))
      .filter(({ key, text, count }) => text !== '' && (count >= LEAST_ROWS || values[key] !== undefined)),
  );
}
