import { expect, test } from 'vitest';
import { maskPersonal } from '#app/mask-personal.ts';
import { answersChanged } from '#lib/drafts/draft-events.ts';

test('Redux DevTools show which answers changed and when, and not what was typed', () => {
  const action = maskPersonal(answersChanged({ passportNumber: 'PA7741852', agreeToTerms: true }));
  expect(action).toMatchObject({ type: 'application/answersChanged', payload: { changes: { passportNumber: '•••' } } });
  expect(JSON.stringify(action)).not.toContain('PA7741852');
});

test('a masked state keeps its shape: ids, steps and revisions can be read, names and files cannot', () => {
  const state = {
    application: { draft: { id: 'a-draft', step: 3, revision: 12, answers: { email: 'amelia@example.org', usi: '' } } },
    drafts: { byId: { one: { id: 'one', firstName: 'Amelia', familyName: 'Hall', step: 2 } } },
    documents: { one: { passport: { name: 'amelia-passport.pdf', state: 'uploaded' } } },
  };
  const masked = maskPersonal(state);
  expect(masked.application.draft).toEqual({
    id: 'a-draft',
    step: 3,
    revision: 12,
    answers: { email: '•••', usi: '' },
  });
  expect(masked.drafts.byId.one).toEqual({ id: 'one', firstName: '•••', familyName: '•••', step: 2 });
  expect(JSON.stringify(masked)).not.toContain('amelia');
});
