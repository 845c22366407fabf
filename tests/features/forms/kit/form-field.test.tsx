import { act, cleanup } from '@testing-library/react';
import { Form } from 'react-final-form';
import { afterEach, expect, test } from 'vitest';
import { agencyForm } from '#domain/agency/form.ts';
import type { Form as Catalogue } from '#domain/form/form.ts';
import { shortForm } from '#domain/short/form.ts';
import { studentForm } from '#domain/student/form.ts';
import { createAnswersForm, takeAnswers } from '#features/forms/kit/answers-form.ts';
import { checkStep } from '#features/forms/kit/check-step.ts';
import { FormField } from '#features/forms/kit/form-field.tsx';
import { renderThemed } from '../../render.tsx';

afterEach(cleanup);

const forms: readonly [string, Catalogue, string][] = [
  ['student application', studentForm, 'familyName'],
  ['short application', shortForm, 'familyName'],
  ['agency registration', agencyForm, 'agencyName'],
];

test.each(forms)(
  '%s: a restored answer that was corrected stays corrected when its field is shown again',
  (_, catalogue, name) => {
    const form = createAnswersForm({ catalogue, answers: { [name]: 'Nguyne' }, validate: () => ({}) });
    const field = catalogue.fields.find((one) => one.name === name);
    if (field === undefined) throw new Error(`no field ${name}`);
    const page = (shown: boolean) => (
      <Form form={form} onSubmit={() => undefined}>
        {() => shown && <FormField field={field} />}
      </Form>
    );
    const { rerender } = renderThemed(page(true));
    const control = () => document.querySelector<HTMLInputElement>(`[name=${name}]`);
    expect(control()?.value).toBe('Nguyne');
    takeAnswers(form, { [name]: 'Nguyen' });
    rerender(page(false));
    expect(control()).toBeNull();
    rerender(page(true));
    expect(form.getState().values[name]).toBe('Nguyen');
    expect(control()?.value).toBe('Nguyen');
  },
);

test('a rule says what to do while its message shows, after the help of the field', () => {
  const field = studentForm.fields.find((one) => one.name === 'firstName');
  if (field === undefined) throw new Error('no field firstName');
  const validate = ({ firstName }: Record<string, unknown>): Record<string, string> =>
    firstName === 'O' ? { firstName: 'First name must be at least 2 characters' } : {};
  const form = createAnswersForm({ catalogue: studentForm, answers: { firstName: 'O' }, validate });
  renderThemed(<Form form={form} onSubmit={() => undefined} render={() => <FormField field={field} />} />);
  const help = () => document.querySelector('[data-part=help]')?.textContent;
  const usual = 'Write it as in your passport. Only one name in your passport? Write it here and as the family name.';
  expect(help()).toBe(usual);
  act(() => void checkStep(form, ['firstName']));
  expect(document.getElementById('firstName-error')?.textContent).toBe('First name must be at least 2 characters');
  expect(help()).toBe(`${usual} If your name is one letter, put a full stop after it.`);
  takeAnswers(form, { firstName: 'O.' });
  act(() => void checkStep(form, ['firstName']));
  expect(help()).toBe(usual);
});
