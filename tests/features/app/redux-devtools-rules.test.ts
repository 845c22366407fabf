import { describe, expect, test } from 'vitest';
import { MASK } from '#app/redux-devtools/show.ts';
import { MASKED, shownAction, shownState } from '#app/redux-devtools/shown.ts';
import { markedText } from '../../support/marked-answers.ts';

describe('what nobody has said to be harmless', () => {
  const PERSON = markedText('Person');
  const show = (value: unknown) => JSON.stringify(value);

  test('is masked, be it a slice, a value of any type or the key that it stands under', () => {
    const state = {
      view: { current: 'home', last: PERSON },
      connection: { online: true, [PERSON]: 7.5 },
      guesses: { score: 7.5, isAboriginal: true },
      [PERSON]: [PERSON],
    };
    expect(shownState(state)).toEqual({
      view: { current: 'home', [MASK]: MASK },
      connection: { online: true, [MASK]: MASK },
      [MASK]: MASK,
    });
  });

  test('is masked where something harmless is expected: a view, an id, a count, a field, a slot, a moment', () => {
    const state = {
      view: { current: PERSON },
      drafts: { openId: PERSON, setAside: [PERSON], byId: { [PERSON]: { step: '3000' } }, listed: 'Yes' },
      documents: { '0f8fad5b-d9cb-469f-a165-70867728950e': { [PERSON]: { size: 1 }, passport: { type: PERSON } } },
      application: { draft: { answers: { [PERSON]: PERSON, agencyName: PERSON } } },
    };
    expect(show(shownState(state))).not.toContain(PERSON);
    expect(shownState(state)).toMatchObject({
      drafts: { byId: { [MASK]: MASK }, listed: MASK },
      documents: { '0f8fad5b-d9cb-469f-a165-70867728950e': { [MASK]: MASK, passport: { type: MASK } } },
      application: { draft: { answers: { [MASK]: MASK, agencyName: MASK } } },
    });
  });

  test('is masked in an action: its type, what it carries beside the payload, arguments and keys of queries', () => {
    const actions = [
      { type: `person/${PERSON}` },
      { type: PERSON, payload: PERSON },
      { type: 'view/opened', payload: 'home', meta: { arg: PERSON }, error: PERSON },
      { type: `api/executeQuery/${PERSON}`, meta: { arg: { endpointName: PERSON } } },
      {
        type: 'api/executeQuery/rejected',
        meta: {
          arg: { endpointName: 'submission', originalArgs: PERSON, queryCacheKey: `submission("${PERSON}")` },
          requestId: PERSON,
          requestStatus: 'rejected',
        },
        payload: { kind: 'problem', status: 422, problem: { code: 'VALIDATION_FAILED', detail: PERSON } },
        error: { message: PERSON },
      },
      {
        type: 'api/executeQuery/fulfilled',
        meta: { arg: { endpointName: 'people', originalArgs: PERSON }, requestStatus: 'fulfilled' },
        payload: { [PERSON]: PERSON },
      },
      { type: 'api/queries/queryResultPatched', payload: { queryCacheKey: PERSON, patches: [{ path: [PERSON] }] } },
    ];
    const shown = actions.map(shownAction);
    expect(show(shown)).not.toContain(PERSON);
    expect(shown.slice(0, 3)).toEqual([
      { type: MASK },
      { type: MASK },
      { type: 'view/opened', payload: 'home', [MASK]: MASK },
    ]);
    expect(shown[4]).toMatchObject({
      type: 'api/executeQuery/rejected',
      meta: { arg: { endpointName: 'submission', queryCacheKey: `submission(${MASK})` } },
      payload: { kind: 'problem', status: 422, problem: { code: 'VALIDATION_FAILED', detail: MASK } },
    });
  });

  test('is masked of a document: what it is called, and the digest by which a guess could be confirmed', () => {
    const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
    const passport = { name: PERSON, label: PERSON, sha256: 'ab'.repeat(32), size: 1536, state: 'uploaded' };
    expect(shownState({ documents: { [id]: { passport } } })).toEqual({
      documents: { [id]: { passport: { ...passport, name: MASK, label: MASK, sha256: MASK } } },
    });
  });

  test('is in no export, which nothing masks on its way', () => {
    expect(MASKED.features).toMatchObject({ export: false, import: false });
  });

  test.each([[undefined], [null], [''], [0], [PERSON], [[PERSON]], [() => PERSON]])(
    'is masked in place of a whole state, too: %o',
    (state) => expect(show(shownState(state)) ?? '').not.toContain(PERSON),
  );
});
