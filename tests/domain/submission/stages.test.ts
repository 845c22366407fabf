import { describe, expect, test } from 'vitest';
import { STAGE_TITLES, STAGES_BY_KIND } from '#domain/submission/stages.ts';

describe('the stages of a submission', () => {
  test('of a student application, in order', () => {
    expect(STAGES_BY_KIND.student).toEqual([
      'preparing',
      'cricos-validation',
      'cricos-submission',
      'power-automate',
      'file-forwarding',
      'completion',
    ]);
  });
  test.each(['short', 'agent'] as const)('of a %s application: straight to its automation flow', (kind) => {
    expect(STAGES_BY_KIND[kind]).toEqual(['preparing', 'power-automate', 'completion']);
  });
  test('say to the applicant what is done, each in its own words', () => {
    expect(STAGE_TITLES).toEqual({
      preparing: 'Preparing your application',
      'cricos-validation': 'Checking your answers with student records',
      'cricos-submission': 'Submitting to student records',
      'power-automate': 'Sending to our admissions team',
      'file-forwarding': 'Forwarding your documents',
      completion: 'Finishing',
    });
  });
});
