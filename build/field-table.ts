import { agencyForm } from '#domain/agency/form.ts';
import { DEFAULT_CLASSIFICATIONS } from '#domain/codes/classifications.ts';
import type { Condition, Field, Form, Option, Section } from '#domain/form/form.ts';
import type { Rule } from '#domain/form/rules.ts';
import { keysWithFields } from '#domain/payload/template.ts';
import { shortForm } from '#domain/short/form.ts';
import { studentDocuments } from '#domain/student/documents.ts';
import { studentForm } from '#domain/student/form.ts';
import { OFFER } from '#domain/student/to-offer.ts';
import { WORKFLOW } from '#domain/student/to-workflow.ts';

/** The text of docs/develop/fields.md: every field of every form with its rules and messages, from the catalogues. */
export function fieldTable(): string {
  return `${[INTRODUCTION, ...FORMS.flatMap(formPart), ...documentPart(), ...listPart()].join('\n\n')}\n`;
}

const INTRODUCTION = `# Fields

Made from the catalogues in \`src/domain\` by \`node build/write-docs.ts\`; a test keeps it up to date.
Rules are judged in the order shown, after "required" and after the check that a choice is listed or a date exists.`;

const FORMS: readonly (readonly [title: string, form: Form])[] = [
  ['Student application', studentForm],
  ['Agency application', agencyForm],
  ['Short application', shortForm],
];

/** Lists longer than this are named, not spelt out. */
const LONGEST_LIST = 12;

function formPart([title, form]: (typeof FORMS)[number]): readonly string[] {
  const sections = form.sections.map((section) => sectionPart(form, section));
  return [`## ${title} (\`${form.id}\`)`, ...sections];
}

function sectionPart(form: Form, section: Section): string {
  const step = form.steps.find(({ id }) => id === section.step)?.title;
  const review = form.sections.find(({ id }) => id === section.reviewUnder)?.title ?? section.title;
  const fields = form.fields.filter((field) => field.section === section.id);
  const columns = [
    'Field',
    'Label',
    'Control',
    'Shown when',
    'Required',
    'Rules',
    'Choices',
    'Autofill',
    'Goes out as',
  ];
  return [`### ${section.title}`, `Step: ${step}. Review: ${review}.`, table(columns, fields.map(row(form)))].join(
    '\n\n',
  );
}

const row = (form: Form) => (field: Field) => [
  code(field.name),
  field.label,
  field.kind,
  field.when ? inWords(field.when) : 'always',
  required(field),
  field.rules.map(rule).join('<br>'),
  choices(field),
  field.autoComplete ? code(field.autoComplete) : '',
  form === studentForm ? payloadKeys(field.name) : '',
];

function required({ required, requiredWhen }: Field): string {
  if (required === undefined) return 'no';
  return requiredWhen ? `${required} (${inWords(requiredWhen)})` : required;
}

function rule({ test, message, formLibraryMessage, advice, ...limit }: Rule): string {
  const what = 'limit' in limit ? `${test} ${limit.limit}` : test;
  const other = formLibraryMessage ? `; form library: ${formLibraryMessage}` : '';
  return `${what}: ${message}${other}${advice ? ' (advice only)' : ''}`;
}

function inWords(condition: Condition): string {
  if ('all' in condition) return condition.all.map(inWords).join(' and ');
  const values = 'is' in condition ? [condition.is] : condition.in;
  return `${condition.field} is ${values.join(' / ')}`;
}

function choices({ options, optionsFrom }: Field): string {
  const live = optionsFrom ? `live list ${code(optionsFrom)}` : '';
  if (options === undefined) return live;
  const fixed = options.length > LONGEST_LIST ? `${options.length} entries` : options.map(option).join(', ');
  return live ? `${live}, else: ${fixed}` : fixed;
}

const option = ({ value, label }: Option) => (label === value || label.startsWith(value) ? label : `${value} ${label}`);

function payloadKeys(name: string): string {
  const keys = [...keysWithFields(OFFER), ...keysWithFields(WORKFLOW)];
  return keys
    .filter(({ fields }) => fields.includes(name))
    .map(({ path }) => code(path))
    .join('<br>');
}

function documentPart(): readonly string[] {
  const rows = studentDocuments.map(({ slot, required, label }) => [
    code(slot),
    [...new Set([label({}), label({ hasCompletedEnglishTest: 'ELICOS Training' })])].join(' / '),
    required ? 'yes' : 'no',
  ]);
  return ['## Documents of the student application', table(['Slot', 'Label', 'Required'], rows)];
}

function listPart(): readonly string[] {
  const rows = Object.entries(DEFAULT_CLASSIFICATIONS).map(([name, list]) => [
    code(name),
    list.map(option).join('<br>'),
  ]);
  return ['## Built-in lists', table(['List', 'Entries'], rows)];
}

function table(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

function code(text: string): string {
  return `\`${text}\``;
}
