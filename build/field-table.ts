import { agencyForm } from '#domain/agency/form.ts';
import type { Condition, Field, Form, Section } from '#domain/form/form.ts';
import type { Rule } from '#domain/form/rules.ts';
import { keysWithFields } from '#domain/payload/template.ts';
import { shortForm } from '#domain/short/form.ts';
import { studentDocuments } from '#domain/student/documents.ts';
import { studentForm } from '#domain/student/form.ts';
import { OFFER } from '#domain/student/to-cricos-offer.ts';
import { WORKFLOW } from '#domain/student/to-workflow.ts';

/** The text of docs/develop/fields.md: every field of every form with its rules. */
export function fieldTable(): string {
  return `${[INTRODUCTION, ...FORMS.flatMap(formPart), ...documentPart()].join('\n\n')}\n`;
}

const INTRODUCTION = `# Fields

Made from the catalogues in \`src/domain\` by \`node build/write-docs.ts\`. Messages, choices, steps and review are in the
[specification](../specification.md), sections 2 to 4. \\* means required. A field without a kind is text, of \`english\`
characters unless a rule names others. Rules are checked in the order shown. After the semicolon: the keys in the offer
and the workflow's JSON (\`to-cricos-offer.ts\`, \`to-workflow.ts\`); \`Addresses\` repeats both addresses.`;

const FORMS: readonly (readonly [title: string, form: Form])[] = [
  ['Student application', studentForm],
  ['Agency application', agencyForm],
  ['Short application', shortForm],
];

function formPart([title, form]: (typeof FORMS)[number]): readonly string[] {
  const sections = form.sections.map((section) => sectionPart(form, section));
  return [`## ${title} (\`${form.id}\`)`, ...sections];
}

function sectionPart(form: Form, section: Section): string {
  const fields = form.fields.filter((field) => field.section === section.id);
  const lines = fields.map((field, index) => {
    const line = `- ${lineOf(field)}${form === studentForm ? payloadKeys(field.name) : ''}`;
    const condition = field.when && inWords(field.when);
    if (condition === undefined) return line;
    const before = fields[index - 1]?.when;
    const isFirst = before === undefined || inWords(before) !== condition;
    return `${isFirst ? `- if ${condition}:\n` : ''}  ${line}`;
  });
  return [`### ${section.title}`, lines.join('\n')].join('\n\n');
}

function lineOf(field: Field): string {
  const kind = field.optionsFrom ? `${field.kind} (${code(field.optionsFrom)})` : field.kind;
  const parts = [kind !== 'text' && kind, requiredIf(field), ...rulesOf(field)].filter(Boolean);
  const isRequired = field.required !== undefined && field.requiredWhen === undefined;
  return `${code(field.name)}${isRequired ? MARK : ''} ${field.label}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
}

const MARK = '\\*';

function requiredIf({ required, requiredWhen }: Field): string {
  return required !== undefined && requiredWhen ? `required if ${inWords(requiredWhen)}` : '';
}

/** The rules except `english`, which most texts have. A text without that rule is marked. */
function rulesOf({ kind, rules }: Field): readonly string[] {
  const isFree = kind === 'text' && rules.every(({ test }) => test.endsWith('Length'));
  return [...(isFree ? ['any characters'] : []), ...rules.filter(({ test }) => test !== 'english').map(rule)];
}

function rule({ test, advice, ...limit }: Rule): string {
  return `${test}${'limit' in limit ? ` ${limit.limit}` : ''}${advice ? ' (advice only)' : ''}`;
}

function inWords(condition: Condition): string {
  if ('all' in condition) return condition.all.map(inWords).join(' and ');
  const values = 'is' in condition ? [condition.is] : condition.in;
  return `${condition.field} is ${values.join(' / ')}`;
}

function payloadKeys(name: string): string {
  const keys = [...keysWithFields(OFFER), ...keysWithFields(WORKFLOW)].filter(
    ({ fields, path }) => fields.includes(name) && !path.startsWith('Addresses['),
  );
  return keys.length === 0 ? '' : `; ${keys.map(({ path }) => code(path)).join(', ')}`;
}

function documentPart(): readonly string[] {
  const lines = studentDocuments.map(
    ({ slot, required, labels }) => `- ${code(slot)}${required ? MARK : ''} ${labels.join(' / ')}`,
  );
  return ['## Documents of the student application', lines.join('\n')];
}

function code(text: string): string {
  return `\`${text}\``;
}
