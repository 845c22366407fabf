import { describe, expect, it } from 'vitest';
import { failureOfSending } from '#features/forms/agency/registration-failure.ts';
import { sendFailure } from '#features/submission/send-application.ts';

const problem = (code: string, status: number, more: object = {}) =>
  ({ kind: 'problem', status, problem: { type: 'about:blank', title: 'Title', status, code, ...more } }) as const;

describe('what is said of a registration that did not get through', () => {
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
    expect(failureOfSending(sendFailure(error)).message).toBe(message);
  });
  it('a document that could not be uploaded leads to what is said beside it', () => {
    const failure = failureOfSending({ code: 'UPLOAD_FAILED', message: 'These documents could not be uploaded: …' });
    expect(failure.message).toBe('The agent introduction could not be uploaded.');
  });
  it('names the fields that the server did not accept', () => {
    const fieldErrors = { tel: 'Please enter a valid telephone number' };
    const refused = sendFailure(problem('VALIDATION_FAILED', 422, { fieldErrors }));
    expect(failureOfSending(refused).fieldErrors).toEqual(fieldErrors);
  });
});
