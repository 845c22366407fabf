import { useDispatch } from 'react-redux';
import { agencyForm } from '#domain/agency/form.ts';
import type { Answers } from '#domain/form/form.ts';
import { type AnswersFormHandle, useAnswersForm } from '../kit/use-answers-form.ts';
import { validateAgency } from './agency-answers.ts';
import { registrationEvents } from './registration-slice.ts';

/** The form of an agency's application: messages show as a field is left, and with the first try to submit. */
export function useAgencyForm(answers: Answers): AnswersFormHandle {
  const dispatch = useDispatch();
  return useAnswersForm({
    catalogue: agencyForm,
    answers,
    validate: validateAgency,
    messages: 'on-leaving',
    onChange(changes) {
      const texts = Object.entries(changes).map(([name, answer]) => [name, String(answer)] as const);
      if (texts.length > 0) dispatch(registrationEvents.changed(Object.fromEntries(texts)));
    },
  });
}
