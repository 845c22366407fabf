import { describe, expect, it } from 'vitest';
import { failureOfCall } from '#features/agent-application/registration-failure.ts';

const problem = (code: string, status: number, more: object = {}) =>
  ({ kind: 'problem', status, problem: { type: 'about:blank', title: 'Title', status, code, ...more } }) as const;

describe('what is said of a call that failed', () => {
  it.each([
    [
      'no connection',
      { kind: 'network' } as const,
      'Network error occurred. Please check your connection and try again.',
    ],
    [
      'an answer that is not ours',
      { kind: 'http', status: 502 } as const,
      'There was an error submitting your application. Please try again.',
    ],
    [
      'a trouble of the server',
      problem('INTERNAL_ERROR', 500),
      'There was an error submitting your application. Please try again.',
    ],
    [
      'the flow is not configured',
      problem('NOT_CONFIGURED', 503, { detail: 'Agent application Power Automate flow URL not configured' }),
      'Agent application Power Automate flow URL not configured',
    ],
    [
      'no document',
      problem('DOCUMENTS_MISSING', 422),
      'Agent introduction document is required. Please upload a PDF document.',
    ],
  ])('%s', (_what, error, message) => {
    expect(failureOfCall(error).message).toBe(message);
  });
  it('names the fields that the server did not accept', () => {
    const fieldErrors = { tel: 'Please enter a valid telephone number' };
    expect(failureOfCall(problem('VALIDATION_FAILED', 422, { fieldErrors })).fieldErrors).toEqual(fieldErrors);
  });
});
