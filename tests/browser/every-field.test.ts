/** @module-tag slow */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answers, Field, Step } from '#domain/form/form.ts';
import { visibleFields } from '#domain/form/visible.ts';
import { studentForm } from '#domain/student/form.ts';
import { DIRECT, MAXIMAL, TODAY } from '../domain/support/applications.ts';
import { breaking } from '../domain/support/catalogue.ts';
import { AGENT, openScene, type Scene, type WatchedPage } from './support/scene.ts';
import { AHEAD, button, chooseAgent } from './support/student.ts';
import { answer, goOn, openCard } from './support/wizard.ts';

/** Opens every condition of the form, and answers nothing else. */
const OPENING: Answers = Object.fromEntries(
  ['hasPostalAddress', 'isEnglishMainLanguage', 'languageSpokenAtHome', 'hasCompletedEnglishTest']
    .concat('hasAchievedQualifications', 'howDidYouHearAboutUs')
    .map((name) => [name, MAXIMAL[name as keyof typeof MAXIMAL]]),
);
const VALID = { ...MAXIMAL, ...AHEAD };

/** What the page says of one question, and how it is tied to its control. */
interface Shown {
  readonly label: string;
  readonly message: string | null;
  readonly invalid: boolean;
  /** aria-describedby of every control names the message. */
  readonly described: boolean;
  readonly required: boolean;
  readonly choices: readonly string[];
}
type Messages = Readonly<Record<string, Shown>>;

let scene: Scene;
let page: WatchedPage;
beforeAll(async () => {
  scene = await openScene();
  const context = await scene.context();
  page = await context.newPage().then((one) => Object.assign(one, { watched: { troubles: [], expect: () => {} } }));
  // The catalogue's rules on dates are judged on the day that their examples are written for.
  await page.clock.setFixedTime(`${TODAY.latest}T12:00:00`);
  await page.goto(scene.product.url);
  await openCard(page, 'student-form');
});
afterAll(() => scene[Symbol.asyncDispose]());

function shown(names: readonly string[]): Promise<Messages> {
  return page.evaluate((wanted) => {
    const text = (element: Element | null | undefined) => element?.textContent?.replace(/ \*$/, '').trim() ?? '';
    const found = wanted.flatMap((name) => {
      const controls = [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(`[name="${name}"]`)];
      const [first] = controls;
      if (first === undefined) return [];
      const frame = document.querySelector(`[data-field="${name}"]`);
      const all = first.type === 'hidden' ? [...(frame?.querySelectorAll('[role=combobox]') ?? []), first] : controls;
      const marked = frame?.matches('[role=radiogroup]') ? frame : first;
      const message = document.getElementById(`${name}-error`);
      return [
        [
          name,
          {
            label: text(first.type === 'radio' ? frame?.querySelector('legend') : frame?.querySelector('label')),
            message: message && text(message),
            invalid: all.every((control) => control.getAttribute('aria-invalid') === 'true'),
            described: all.every((control) => control.getAttribute('aria-describedby')?.includes(`${name}-error`)),
            required: marked.getAttribute('aria-required') === 'true',
            choices:
              first instanceof HTMLSelectElement
                ? [...first.options].slice(1).map((option) => option.value)
                : controls.filter(({ type }) => type === 'radio').map((control) => control.value),
          },
        ],
      ];
    });
    return Object.fromEntries(found);
  }, names);
}

const fieldsOf = (step: Step, answers: Answers) =>
  visibleFields(studentForm, answers, DIRECT, step.id).filter(({ kind }) => kind !== 'hidden');
const namesOf = (step: Step) =>
  studentForm.fields.filter((field) => field.step === step.id && field.kind !== 'hidden').map(({ name }) => name);
const isTyped = ({ kind }: Field) => kind === 'text' || kind === 'date';

/** Presses the step's button, and waits until the step has been judged. */
async function judge(step: Step): Promise<Messages> {
  const last = step === studentForm.steps.at(-1);
  const next = button(page, last ? 'Submit Application' : 'Next');
  await next.click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
  await next.waitFor();
  return shown(namesOf(step));
}

async function give(field: Field, value: string | boolean): Promise<Shown | undefined> {
  if (field.kind === 'agent') await chooseAgent(page, value);
  else await answer(page, field.name, value);
  await page.locator(`[name="${field.name}"]`).first().blur();
  return (await shown([field.name]))[field.name];
}

const NO_MESSAGE = { message: null, invalid: false, described: false };
const told = (message: string) => ({ message, invalid: true, described: true });

describe.each(studentForm.steps.map((step, index) => [step.title, step, index + 1] as const))(
  '%s',
  (_title, step, number) => {
    let untouched: Messages;
    let empty: Messages;
    let opened: Messages;
    beforeAll(async () => {
      await page.locator(`form[data-step="${number}"]`).waitFor();
      untouched = await shown(namesOf(step));
      empty = await judge(step);
      for (const [name, value] of Object.entries(OPENING)) {
        if (namesOf(step).includes(name)) await answer(page, name, String(value));
      }
      opened = await judge(step);
    });
    afterAll(async () => {
      // Every question has its right answer by now.
      if (number < studentForm.steps.length) await goOn(page, number + 1);
    });

    test('shows the questions of the catalogue, without a message before anything was left or judged', () => {
      expect(Object.keys(untouched)).toEqual(fieldsOf(step, {}).map(({ name }) => name));
      expect(Object.values(untouched).filter(({ message, invalid }) => message !== null || invalid)).toEqual([]);
    });

    describe.each(fieldsOf(step, OPENING).map((field) => [field.name, field] as const))('%s', (name, field) => {
      const conditional = !fieldsOf(step, {}).includes(field);
      if (conditional) {
        test('is not there while its condition does not hold', () => expect(empty[name]).toBeUndefined());
      }
      test(field.required === undefined ? 'may be left empty' : `left empty: '${field.required}'`, () => {
        const judged = conditional || name in OPENING ? (empty[name] ?? opened[name]) : opened[name];
        const required = field.required !== undefined;
        expect(judged).toMatchObject({ required, ...(field.required ? told(field.required) : NO_MESSAGE) });
      });
      test('has the label and the choices of the catalogue', () => {
        expect(opened[name]?.label).toBe(field.label);
        const live = field.optionsFrom !== undefined;
        if (field.options && !live) expect(opened[name]?.choices).toEqual(field.options.map(({ value }) => value));
        if (live) expect(opened[name]?.choices.length).toBeGreaterThan(0);
      });
      for (const rule of isTyped(field) ? field.rules : []) {
        test(`'${breaking(rule).slice(0, 20)}' breaks a rule: '${rule.message}'`, async () => {
          expect(await give(field, breaking(rule))).toMatchObject(told(rule.message));
        });
      }
      test('a right answer has no message', async () => {
        const right = name === 'selectedAgent' ? AGENT.name : VALID[name as keyof typeof VALID];
        expect(await give(field, right)).toMatchObject(NO_MESSAGE);
      });
    });
  },
);

describe('Agent Selection', () => {
  test("is asked first in the agent variant, and left empty says 'Please select an agent'", async () => {
    const own = await scene.open();
    await openCard(own, 'agent');
    await openCard(own, 'agent-student-form');
    await own.locator('form[data-step="1"]').waitFor();
    await button(own, 'Next').click();
    await own.locator('#selectedAgent-error').waitFor();
    expect(await own.locator('#selectedAgent-error').textContent()).toBe('Please select an agent');
    expect(await own.locator('fieldset legend h3').first().textContent()).toBe('Agent Selection');
    expect(own.watched.troubles).toEqual([]);
  });
});
