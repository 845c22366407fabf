import { agencyForm } from '#domain/agency/form.ts';
import type { Answers } from '#domain/form/form.ts';
import { todayOf } from '#domain/form/today.ts';
import { adviseField, validate } from '#domain/form/validate.ts';

const contextNow = () => ({ today: todayOf(new Date()) });

/** One message by field name; none when the application is in order. */
export const validateAgency = (answers: Answers) => validate(agencyForm, answers, contextNow());

/** A word of warning on an answer that is accepted all the same: check digits that do not hold. */
export const warningFor = (name: string, answer: string): string | undefined =>
  adviseField(agencyForm, name, { [name]: answer }, contextNow());
