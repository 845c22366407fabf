import type { Answers, Field, Form } from '#domain/form/form.ts';

/** The same answers with another text in each text field; the test searches for it later. */
export function planted(form: Form, answers: Answers): Answers {
  const fields = new Map(form.fields.map((field) => [field.name, field]));
  const entries = Object.entries(answers).map(([name, answer], i) => [name, textFor(fields.get(name), i) ?? answer]);
  return Object.fromEntries(entries);
}

function textFor(field: Field | undefined, i: number): string | undefined {
  if (field?.kind !== 'text') return undefined;
  const tests = new Set(field.rules.map(({ test }) => test));
  if (tests.has('email')) return `planted.${field.name}@example.com`.toLowerCase();
  if (tests.has('digits') || tests.has('telephone')) return `99550${String(i).padStart(3, '0')}7731`;
  return tests.has('english') ? `Planted ${field.name}` : undefined;
}

/** The answers that identify a person: typed texts and dates, except for those that any text may contain. */
export function personalOf(form: Form, answers: Answers): readonly string[] {
  const typed = new Set(form.fields.filter(({ kind }) => kind === 'text' || kind === 'date').map(({ name }) => name));
  return Object.entries(answers).flatMap(([name, answer]) =>
    typed.has(name) && typeof answer === 'string' && answer.length >= 8 ? [answer] : [],
  );
}
