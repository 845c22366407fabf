import { describe, expect, test } from 'vitest';
import type { Answers } from '#domain/form/form.ts';
import { adviseField } from '#domain/form/validate.ts';
import { fieldsNamedIn, isRequired, isVisible, visibleAnswers } from '#domain/form/visible.ts';
import { AGENCY, MAXIMAL, SHORT_MAXIMAL } from '../support/applications.ts';
import { breaking, ENTRIES, FORMS, keeping, settingFor } from '../support/catalogue.ts';
import { messageOf as messageIn } from '../support/message-of.ts';

describe.each(ENTRIES)('%s', (_, field, form) => {
  const { answers: shown, context } = settingFor(field, form);
  const messageOf = (answer: unknown, answers: Answers = shown) =>
    messageIn(form, field.name, { ...answers, [field.name]: answer }, context);

  test('is in a section of its step, and has a label', () => {
    const section = form.sections.find(({ id }) => id === field.section);
    expect(section?.step).toBe(field.step);
    expect(form.steps.some(({ id }) => id === field.step)).toBe(true);
    expect(field.label).not.toBe('');
  });

  test(field.required ? `unanswered: ${field.required}` : 'may stay unanswered', () => {
    const expected = isRequired(field, shown, context) ? field.required : undefined;
    for (const nothing of ['', '   ', undefined, null, [], {}]) expect(messageOf(nothing)).toBe(expected);
  });

  for (const rule of field.rules) {
    const limit = 'limit' in rule ? ` ${rule.limit}` : '';
    test(`${rule.test}${limit}: ${rule.message}`, () => {
      const said = rule.advice ? undefined : rule.message;
      expect(messageOf(breaking(rule))).toBe(said);
      const advice = adviseField(form, field.name, { ...shown, [field.name]: breaking(rule) }, context);
      if (rule.advice) expect(advice).toBe(rule.message);
      expect(messageOf(keeping(rule))).toBeUndefined();
    });
  }

  test('its rules are in order: characters, pattern, length or range', () => {
    const place = (test: string) => ['english', 'OTHER', 'minimum', 'minLength', 'maxLength', 'yearsAgo'].indexOf(test);
    const places = field.rules.map((rule) => (place(rule.test) < 0 ? 1 : place(rule.test)));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  if (field.options) {
    test('each of its options is right, and nothing else is', () => {
      for (const { value, disabled } of field.options ?? []) {
        expect(messageOf(value) === undefined, value).toBe(disabled !== true);
      }
      expect(messageOf('none of these')).toBeDefined();
    });
    test('its options differ', () => {
      const values = field.options?.map((option) => option.value) ?? [];
      expect(new Set(values).size).toBe(values.length);
    });
  }
  if (field.kind === 'text') {
    test('refuses text in another script (R4.4)', () => {
      expect(messageOf('隐藏')).toBeDefined();
    });
  }
  if (field.kind === 'date') {
    test('takes no date that does not exist', () => {
      for (const none of ['2001-02-29', '17/05/2001', 'yesterday'])
        expect(messageOf(none)).toBe('Please enter a valid date');
    });
    test('takes no date before the year 1900', () => {
      for (const none of ['0098-05-17', '0001-01-01', '1899-12-31'])
        expect(messageOf(none)).toBe('Please enter a valid date');
      expect(messageOf('1900-01-01')).not.toBe('Please enter a valid date');
    });
  }

  if (field.when) {
    test('hidden, its answer is neither judged nor passed on', () => {
      const other = { ...context, variant: context.variant === 'agent' ? 'direct' : 'agent' } as const;
      const named = fieldsNamedIn(field.when ?? { all: [] });
      for (const name of named) {
        const hiding = name === 'variant' ? shown : { ...shown, [name]: 'no such answer' };
        const where = name === 'variant' ? other : context;
        expect(isVisible(field, form, shown, context)).toBe(true);
        expect(isVisible(field, form, hiding, where)).toBe(false);
        const answers = { ...hiding, [field.name]: '隐藏' };
        const elsewhere = form.fields.some((one) => one.name === field.name && isVisible(one, form, answers, where));
        if (elsewhere) continue;
        expect(messageIn(form, field.name, answers, where)).toBeUndefined();
        expect(visibleAnswers(form, answers, where)).not.toHaveProperty(field.name);
      }
    });
  }
});

const FULL: Readonly<Record<string, Answers>> = {
  'student-application': MAXIMAL,
  'agent-application': AGENCY,
  'short-application': SHORT_MAXIMAL,
};

describe.each(FORMS.map((form) => [form.id, form] as const))('%s as a whole', (_, form) => {
  test('has a full test application that answers every question', () => {
    const answered = Object.keys(FULL[form.id] ?? {});
    expect(answered).toEqual(expect.arrayContaining(form.fields.map(({ name }) => name)));
  });
  test('asks a name twice only on conditions that exclude each other', () => {
    const names = form.fields.map((field) => field.name);
    const twice = [...new Set(names.filter((name, i) => names.indexOf(name) !== i))];
    expect(twice).toEqual(form.id === 'student-application' ? ['selectedAgent'] : []);
  });
  test('has conditions on fields that exist, before the fields they bring in', () => {
    const names = form.fields.map((field) => field.name);
    for (const [i, { when }] of form.fields.entries()) {
      const known = [...names.slice(0, i), 'variant', 'profile'];
      expect(known).toEqual(expect.arrayContaining([...fieldsNamedIn(when ?? { all: [] })]));
    }
  });
  test('has no section without fields, and keeps the fields of a section together', () => {
    const order = form.fields.map((field) => field.section).filter((id, i, all) => id !== all[i - 1]);
    const sections = form.sections.map((section) => section.id);
    if (form.id === 'student-application') expect(order).toEqual(sections);
    expect(new Set(order)).toEqual(new Set(sections));
  });
});
