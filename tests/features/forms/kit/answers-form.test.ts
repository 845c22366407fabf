import { describe, expect, test } from 'vitest';
import type { Variant } from '#domain/form/form.ts';
import { validateStep } from '#domain/form/validate.ts';
import { answersToClear, studentForm } from '#domain/student/form.ts';
import { createAnswersForm, takeAnswers } from '#features/forms/kit/answers-form.ts';
import { checkStep, markUntouched } from '#features/forms/kit/check-step.ts';

const today = { earliest: '2026-05-17', latest: '2026-05-17' };
const formWith = (answers: Record<string, string>) =>
  createAnswersForm({
    catalogue: studentForm,
    answers,
    validate: (given) => validateStep(studentForm, 'course', given, { variant: 'direct', today }),
  });
const cleared = (variant: Variant) => (name: string, answers: Readonly<Record<string, unknown>>) =>
  answersToClear(name, answers, variant);
const ASKED = studentForm.fields.filter(({ step }) => step === 'course').map(({ name }) => name);
const viaAgent = {
  howDidYouHearAboutUs: 'Agent',
  selectedAgent: 'Harbour Bridge Education|China',
  agentName: 'Mei Lin',
  agentEmail: 'mei@harbour.example',
};

describe('taking answers in', () => {
  test('only what really changed is passed on', () => {
    expect(takeAnswers(formWith({ firstName: 'Amelia' }), { firstName: 'Amelia', middleName: '' })).toEqual({});
    expect(takeAnswers(formWith({ firstName: 'Amelia' }), { firstName: 'Ameli' })).toEqual({ firstName: 'Ameli' });
  });

  test('what an extension of the browser has put into the form is no answer', () => {
    const form = formWith({});
    expect(takeAnswers(form, { 'manager-token': 'foreign', firstName: 'Amelia' })).toEqual({ firstName: 'Amelia' });
    expect(form.getState().values).toEqual({ firstName: 'Amelia' });
  });

  test('choosing another answer than Agent clears selectedAgent, agentName and agentEmail', () => {
    const form = formWith(viaAgent);
    expect(takeAnswers(form, { howDidYouHearAboutUs: 'Other' }, cleared('direct'))).toEqual({
      howDidYouHearAboutUs: 'Other',
      selectedAgent: '',
      agentName: '',
      agentEmail: '',
    });
    expect(form.getState().values.selectedAgent).toBe('');
  });

  test('in the agent variant the selection that step 1 requires stays', () => {
    const changes = takeAnswers(formWith(viaAgent), { howDidYouHearAboutUs: 'Other' }, cleared('agent'));
    expect(Object.keys(changes)).toEqual(['howDidYouHearAboutUs', 'agentName', 'agentEmail']);
  });
});

describe('validation', () => {
  test('a key press validates nothing; Next validates the step on the screen and no other', () => {
    const form = formWith({});
    takeAnswers(form, { howDidYouHearDetails: 'é' });
    expect(form.getFieldState('howDidYouHearDetails')?.touched).toBe(false);
    expect(checkStep(form, ASKED)).toEqual({
      howDidYouHearAboutUs: 'Please select how you heard about us',
      howDidYouHearDetails: 'Please use English letters and numbers only',
      selectedIntake: 'Please select your preferred intake date',
      agreeToTerms: 'Please agree to the terms and conditions',
    });
    expect(form.getFieldState('agreeToTerms')).toMatchObject({
      touched: true,
      error: 'Please agree to the terms and conditions',
    });
    expect(form.getFieldState('firstName')?.touched).toBe(false);
  });

  test('a step that has been put right is validated again, so that its messages go', () => {
    const form = formWith({});
    expect(checkStep(form, ASKED)).toHaveProperty('selectedIntake');
    const answers = { howDidYouHearAboutUs: 'Other', selectedIntake: '2026-09-01', agreeToTerms: true };
    takeAnswers(form, answers);
    expect(form.getFieldState('selectedIntake')?.error).toBe('Please select your preferred intake date');
    expect(checkStep(form, ASKED)).toEqual({});
    expect(form.getFieldState('selectedIntake')?.error).toBeUndefined();
  });

  test('each field hears once that its step was checked, and the rules run once', () => {
    let validations = 0;
    const form = createAnswersForm({
      catalogue: studentForm,
      answers: {},
      validate() {
        validations += 1;
        return { agreeToTerms: 'Please agree to the terms and conditions' };
      },
    });
    let notified = 0;
    form.registerField('agreeToTerms', () => (notified += 1), { error: true, touched: true });
    [validations, notified] = [0, 0];
    checkStep(form, ASKED);
    expect([validations, notified]).toEqual([1, 1]);
  });

  test('a step that was left begins without messages when it comes back, and keeps its answers', () => {
    const form = formWith({});
    takeAnswers(form, { howDidYouHearDetails: 'é' });
    checkStep(form, ASKED);
    markUntouched(form, ASKED);
    expect(ASKED.filter((name) => form.getFieldState(name)?.touched)).toEqual([]);
    expect(form.getState().values.howDidYouHearDetails).toBe('é');
  });
});
