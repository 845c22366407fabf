import { agencyForm } from '#domain/agency/form.ts';
import type { Condition, Field, Form, Section } from '#domain/form/form.ts';
import type { Rule } from '#domain/form/rules.ts';
import { keysWithFields } from '#domain/payload/template.ts';
import { shortForm } from '#domain/short/form.ts';
import { studentDocuments } from '#domain/student/documents.ts';
import { studentForm } from '#domain/student/form.ts';
import { OFFER } from '#domain/student/to-offer.ts';
import { WORKFLOW } from '#domain/student/to-workflow.ts';

/** The text of docs/develop/fields.md: every field of every form with its rules, from the catalogues. */
export function fieldTable(): string {
  return `${[INTRODUCTION, ...FORMS.flatMap(formPart), ...documentPart()].join('\n\n')}\n`;
}

const INTRODUCTION = `# Fields

Made from the catalogues in \`src/domain\` by \`node build/write-docs.ts\`. Messages and choices are in the
[specification](../specification.md), sections 3 and 4. Rules are checked in the order shown.
After the semicolon: the keys in the offer and the workflow's JSON (\`to-offer.ts\`, \`to-workflow.ts\`).`;

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
  const step = form.steps.find(({ id }) => id === section.step)?.title;
  const review = form.sections.find(({ id }) => id === section.reviewUnder)?.title ?? section.title;
  const fields = form.fields.filter((field) => field.section === section.id);
  const place = [form.steps.length > 1 && step && `Step: ${step}.`, review !== section.title && `Review: ${review}.`]
    .filter(Boolean)
    .join(' ');
  const lines = fields.map((field) => `${lineOf(field)}${form === studentForm ? payloadKeys(field.name) : ''}`);
  return [`### ${section.title}`, place, lines.join('\n')].filter(Boolean).join('\n\n');
}

function lineOf(field: Field): string {
  const kind = field.optionsFrom ? `${field.kind} (${code(field.optionsFrom)})` : field.kind;
  const parts = [kind, field.when && `if ${inWords(field.when)}`, required(field), ...field.rules.map(rule)];
  return `- ${code(field.name)} ${field.label}: ${parts.filter(Boolean).join(', ')}`;
}

function required({ required, requiredWhen }: Field): string {
  if (required === undefined) return '';
  return requiredWhen ? `required if ${inWords(requiredWhen)}` : 'required';
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
  const keys = [...keysWithFields(OFFER), ...keysWithFields(WORKFLOW)].filter(({ fields }) => fields.includes(name));
  return keys.length === 0 ? '' : `; ${keys.map(({ path }) => code(path)).join(', ')}`;
}

function documentPart(): readonly string[] {
  const lines = studentDocuments.map(
    ({ slot, required, labels }) => `- ${code(slot)} ${labels.join(' / ')}${required ? ' (required)' : ''}`,
  );
  return ['## Documents of the student application', lines.join('\n')];
}

function code(text: string): string {
  return `\`${text}\``;
}
