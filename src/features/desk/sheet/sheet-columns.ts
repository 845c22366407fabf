import type { Condition, Field, Form, FormContext, Option } from '#domain/form/form.ts';
import { studentForm } from '#domain/student/form.ts';
import { fold } from '#features/agents/agent-index.ts';
import { FULL_NAME } from './full-name.ts';
import { FULL_NAME_TITLES, OF_ANOTHER_PERSON, OF_ANYBODY, OTHER_TITLES } from './other-words.ts';

/** The choices that the server brings, and the agents, who are the choices of the question for the agent. */
export interface SheetContext extends FormContext {
  readonly variant: 'agent';
  /** Each as 'name|country', labelled by its name. */
  readonly agents: readonly Option[];
}

/** A question that a sheet has a column for. */
export interface SheetColumn {
  readonly field: Field;
  /** Its title in the template: no two questions have the same. */
  readonly title: string;
}

/** Whether a condition can never hold in the agent variant. */
const isNeverAsked = (condition: Condition | undefined): boolean => {
  if (condition === undefined) return false;
  if ('all' in condition) return condition.all.some(isNeverAsked);
  if (condition.field !== 'variant') return false;
  return 'is' in condition ? condition.is !== 'agent' : !condition.in.includes('agent');
};

/** A column for each question that the form asks in the agent variant, in page order: a new field is among them by itself. */
export function sheetColumns(form: Form = studentForm): readonly SheetColumn[] {
  const fields = new Map<string, Field>();
  for (const field of form.fields)
    if (field.kind !== 'hidden' && !isNeverAsked(field.when) && !fields.has(field.name)) fields.set(field.name, field);
  const labels = [...fields.values()].map(({ label }) => label);
  return [...fields.values()].map((field) => {
    const isOnlyOne = labels.indexOf(field.label) === labels.lastIndexOf(field.label);
    return { field, title: isOnlyOne ? field.label : `${field.label} (${field.name})` };
  });
}

/** The choices of a field: the live list, then further built-in ones. Undefined if any text is allowed. */
export function allowedOptions(field: Field, { lists = {}, agents }: SheetContext): readonly Option[] | undefined {
  if (field.kind === 'agent') return agents;
  if (field.kind === 'checkbox') return YES_NO;
  if (field.options === undefined && field.optionsFrom === undefined) return undefined;
  const live = (field.optionsFrom && lists[field.optionsFrom]) ?? [];
  const known = new Set(live.map(({ value }) => value));
  const builtIn = (field.options ?? []).filter(({ value }) => !known.has(value));
  return [...live, ...builtIn].filter(({ disabled }) => !disabled);
}

const YES_NO: readonly Option[] = [
  { value: 'true', label: 'Yes' },
  { value: '', label: 'No' },
];

/** Titles and choices are compared without case, spaces, marks and punctuation. */
export const bare = (text: string): string => fold(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** For each column the question that it answers, or FULL_NAME. Undefined if it answers none. */
export type ColumnMatches = readonly (string | undefined)[];

/**
 * Matches the columns of a sheet by their titles: the words of the question, its name in the form, or another title that
 * people use for it. What names a question in full comes first; of two columns for one question the first counts. A full
 * name counts only where neither of its parts has a column.
 */
export function matchColumns(titles: readonly string[], columns = sheetColumns()): ColumnMatches {
  const names = new Map(columns.map(({ field }) => [bare(field.label), field.name]));
  for (const { field, title } of columns) names.set(bare(title), field.name);
  const others = new Map([
    ...FULL_NAME_TITLES.map((title): [string, string] => [bare(title), FULL_NAME]),
    ...columns.flatMap(({ field: { name } }) =>
      [name, ...(OTHER_TITLES[name] ?? [])].map((title): [string, string] => [bare(title), name]),
    ),
  ]);
  const matches = titles.map((title) => names.get(bare(title)));
  const firstOther = titles.findIndex((title) => OF_ANOTHER_PERSON.test(title));
  for (const [index, title] of titles.entries()) {
    const isAfterOther = firstOther >= 0 && firstOther < index;
    const words = bare(title.replace(/[([].*?[)\]]/g, '')) || bare(title);
    const other = others.get(bare(title)) ?? names.get(words) ?? others.get(words);
    const isUnclear = isAfterOther && OF_ANYBODY.has(other ?? '') && !OF_ANOTHER_PERSON.test(title);
    if (matches[index] === undefined && !isUnclear && !matches.includes(other)) matches[index] = other;
  }
  const hasPart = matches.includes('firstName') || matches.includes('familyName');
  return matches.map((name, index) =>
    matches.indexOf(name) === index && !(hasPart && name === FULL_NAME) ? name : undefined,
  );
}

/** The letters of a column as spreadsheets name them: 0 is A, 26 is AA. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter;
}
