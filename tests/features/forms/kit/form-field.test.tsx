import { cleanup } from '@testing-library/react';
import { Form } from 'react-final-form';
import { afterEach, expect, test } from 'vitest';
import { agencyForm } from '#domain/agency/form.ts';
import type { Form as Catalogue } from '#domain/form/form.ts';
import { shortForm } from '#domain/short/form.ts';
import { studentForm } from '#domain/student/form.ts';
import { createAnswersForm, takeAnswers } from '#features/forms/kit/answers-form.ts';
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
