import { describe, expect, test } from 'vitest';
import { readSubmission, readValidation } from '#server/adapters/records-answers.ts';

const redact = (text: string) => text;
const answered = (status: number, body: unknown, whole = true) => ({
  status,
  headers: {},
  text: typeof body === 'string' ? body : JSON.stringify(body),
  whole,
});
const failureOf = (read: () => unknown) => {
  try {
    return read();
  } catch (failure) {
    return failure;
  }
};

describe('a validation', () => {
  test('that says yes accepts the offer, and one that says no gives its reasons', () => {
    expect(readValidation(answered(200, { IsSuccess: true }), redact)).toEqual({ accepted: true });
    expect(readValidation(answered(200, { IsSuccess: false, itemList: { E1: 'wrong' } }), redact)).toMatchObject({
      accepted: false,
      issues: [{ technical: 'E1', message: 'wrong' }],
    });
  });

  test.each([
    ['says neither yes nor no', answered(200, {})],
    ['is no JSON', answered(200, '<html>')],
    ['broke off', answered(200, { IsSuccess: true }, false)],
  ])('whose answer %s settles nothing, and is asked for again', (_title, answer) => {
    expect(failureOf(() => readValidation(answer, redact))).toMatchObject({ kind: 'unreadable' });
  });
});

describe('a submission', () => {
  test('succeeds by its status, unless the answer says no', () => {
    expect(readSubmission(answered(200, 'taken'), redact)).toEqual({ accepted: true });
    expect(readSubmission(answered(200, { IsSuccess: false, Message: 'closed' }), redact)).toMatchObject({
      accepted: false,
      issues: [{ technical: 'Message', message: 'closed' }],
    });
  });

  test.each([
    ['OfferId', { IsSuccess: true, OfferId: 'OFF-2291', Id: 7 }, 'OFF-2291'],
    ['Id, where OfferId is blank', { OfferId: '', Id: 2291 }, '2291'],
    ['a bare number', 2291, '2291'],
    ['a bare text', JSON.stringify('OFF-2291'), 'OFF-2291'],
  ])('has the id of the records API in %s', (_title, body, reference) => {
    expect(readSubmission(answered(200, body), redact)).toEqual({ accepted: true, reference });
  });

  test.each([
    ['a word', JSON.stringify('Success')],
    ['a sentence', JSON.stringify('Taken on 3 May')],
    ['a list', [2291]],
    ['no number', 0],
    ['a page', '<html>2291</html>'],
    ['a text that is too long', { OfferId: '1'.repeat(101) }],
  ])('has no id in %s', (_title, body) => {
    expect(readSubmission(answered(200, body), redact)).toEqual({ accepted: true });
  });

  test('whose answer broke off may have been taken', () => {
    const failure = failureOf(() => readSubmission(answered(200, { IsSuccess: true }, false), redact));
    expect(failure).toMatchObject({ kind: 'unanswered' });
  });
});
