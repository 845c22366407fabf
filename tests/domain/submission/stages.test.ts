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
  test('have titles that differ', () => {
    expect(new Set(Object.values(STAGE_TITLES)).size).toBe(STAGES_BY_KIND.student.length);
  });
});
