import { cleanup, render } from '@testing-library/react';
import type { FormApi } from 'final-form';
import { Form, useField } from 'react-final-form';
import { afterEach, expect, test } from 'vitest';
import { createAgencyAnswers } from '#features/forms/agency/agency-answers.ts';
import { createShortAnswersForm } from '#features/forms/short/answers-form.ts';
import { createAnswersForm } from '#features/forms/student/answers-form.ts';

afterEach(cleanup);

const saved = { familyName: 'Nguyne' };
const judging = {
  stepId: () => 'personal',
  context: () => ({ today: { earliest: '2026-05-17', latest: '2026-05-17' } }),
};
const forms: readonly [string, FormApi<Record<string, unknown>>][] = [
  ['student application', createAnswersForm(saved, judging)],
  ['short application', createShortAnswersForm(saved, () => undefined)],
  ['agency registration', createAgencyAnswers(saved)],
];

function FamilyName() {
  const { input } = useField<string>('familyName');
  return <output>{input.value}</output>;
}

function Page({ form, shown }: { readonly form: FormApi<Record<string, unknown>>; readonly shown: boolean }) {
  return (
    <Form form={form} onSubmit={() => undefined}>
      {() => shown && <FamilyName />}
    </Form>
  );
}

test.each(forms)(
  '%s: a restored answer that was corrected stays corrected when its field is shown again',
  (_, form) => {
    expect(form.getState().values.familyName).toBe('Nguyne');
    const { rerender, container } = render(<Page form={form} shown />);
    form.change('familyName', 'Nguyen');
    rerender(<Page form={form} shown={false} />);
    rerender(<Page form={form} shown />);
    expect(form.getState().values.familyName).toBe('Nguyen');
    expect(container.querySelector('output')?.textContent).toBe('Nguyen');
  },
);
