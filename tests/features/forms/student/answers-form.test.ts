import { describe, expect, test } from 'vitest';
import { studentForm } from '#domain/student/form.ts';
import { createAnswersForm, judgeStep, takeAnswers } from '#features/forms/student/answers-form.ts';

const today = { earliest: '2026-05-17', latest: '2026-05-17' };
const formWith = (answers: Record<string, string>, variant: 'direct' | 'agent' = 'direct') =>
  createAnswersForm(answers, { stepId: () => 'course', context: () => ({ variant, today }) });
const viaAgent = {
  howDidYouHearAboutUs: 'Agent',
  selectedAgent: 'Harbour Bridge Education|China',
  agentName: 'Mei Lin',
  agentEmail: 'mei@harbour.example',
};

describe('taking answers in', () => {
  test('only what really changed is passed on', () => {
    expect(takeAnswers(formWith({ firstName: 'Amelia' }), { firstName: 'Amelia', middleName: '' }, 'direct')).toEqual(
      {},
    );
    expect(takeAnswers(formWith({ firstName: 'Amelia' }), { firstName: 'Ameli' }, 'direct')).toEqual({
      firstName: 'Ameli',
    });
  });

  test('choosing another answer than Agent clears selectedAgent, agentName and agentEmail', () => {
    const form = formWith(viaAgent);
    expect(takeAnswers(form, { howDidYouHearAboutUs: 'Other' }, 'direct')).toEqual({
      howDidYouHearAboutUs: 'Other',
      selectedAgent: '',
      agentName: '',
      agentEmail: '',
    });
    expect(form.getState().values.selectedAgent).toBe('');
  });

  test('in the agent variant the selection that step 1 requires stays', () => {
    const changes = takeAnswers(formWith(viaAgent, 'agent'), { howDidYouHearAboutUs: 'Other' }, 'agent');
    expect(Object.keys(changes)).toEqual(['howDidYouHearAboutUs', 'agentName', 'agentEmail']);
  });
});

describe('judging', () => {
  test('a key press judges nothing; Next judges the step on the screen and no other', () => {
    const form = formWith({});
    for (const { name } of studentForm.fields.filter(({ step }) => step === 'course')) {
      form.registerField(name, () => {}, { error: true, touched: true });
    }
    takeAnswers(form, { howDidYouHearDetails: 'é' }, 'direct');
    expect(form.getFieldState('howDidYouHearDetails')?.touched).toBe(false);
    expect(judgeStep(form)).toEqual({
      howDidYouHearAboutUs: 'Please select how you heard about us',
      howDidYouHearDetails: 'Please use English letters and numbers only',
      selectedIntake: 'Please select your preferred intake date',
      agreeToTerms: 'Please agree to the terms and conditions',
    });
    expect(form.getFieldState('agreeToTerms')?.touched).toBe(true);
  });

  test('a step that has been put right is judged anew, so that its messages go', () => {
    const form = formWith({});
    form.registerField('selectedIntake', () => {}, { error: true, touched: true });
    expect(judgeStep(form)).toHaveProperty('selectedIntake');
    const answers = { howDidYouHearAboutUs: 'Other', selectedIntake: '2026-09-01', agreeToTerms: true };
    takeAnswers(form, answers, 'direct');
    expect(form.getFieldState('selectedIntake')?.error).toBe('Please select your preferred intake date');
    expect(judgeStep(form)).toEqual({});
    expect(form.getFieldState('selectedIntake')?.error).toBeUndefined();
  });

  test('a step that is in order from the first tells no field', () => {
    const form = formWith({ howDidYouHearAboutUs: 'Other', selectedIntake: '2026-09-01' });
    takeAnswers(form, { agreeToTerms: true }, 'direct');
    form.registerField('agreeToTerms', () => {}, { error: true, touched: true });
    form.blur('agreeToTerms');
    form.registerField('selectedIntake', () => {}, { touched: true });
    expect(judgeStep(form)).toEqual({});
    expect(form.getFieldState('selectedIntake')?.touched).toBe(false);
  });
});
