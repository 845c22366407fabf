import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { configEndpoint } from '#contract/config.ts';
import { CONFIG_PATH, configAnswer } from '#platform/config-answer.ts';

const whole = {
  demo: false,
  devTools: true,
  timeZone: 'Australia/Sydney',
  flows: { student: true, agent: false, shortForm: true, files: true },
  agentMock: true,
  college: { name: 'A college', cricosProviderCode: '00000Z', cricosCourseCode: '000000Z', email: 'a@b.example' },
  limits: {
    totalDocumentBytes: 1,
    agentIntroductionBytes: 2,
    genericFileBytes: 3,
    genericFileCount: 4,
    draftHours: 24,
  },
};
const isTaken = (answer: unknown) => configAnswer['~standard'].validate(answer).issues === undefined;
const isOfTheContract = (answer: unknown) => v.is(configEndpoint.response, answer);

/** The names of every member, and of every member of a member. */
const PATHS: readonly (readonly string[])[] = Object.entries(whole).flatMap(([name, member]) => [
  [name],
  ...(typeof member === 'object' ? Object.keys(member).map((inner) => [name, inner]) : []),
]);
/** The same answer with another member at that path; without it where there is nothing in its place. */
function changed(answer: object, [name = '', ...rest]: readonly string[], value: unknown): object {
  const member: unknown = Reflect.get(answer, name);
  if (rest.length > 0 && typeof member === 'object' && member !== null) {
    return { ...answer, [name]: changed(member, rest, value) };
  }
  const others = Object.fromEntries(Object.entries(answer).filter(([key]) => key !== name));
  return value === undefined ? others : { ...others, [name]: value };
}

test('it is asked for where the contract has it, and a whole answer is taken as it is', () => {
  expect(CONFIG_PATH).toBe(configEndpoint.path);
  expect(isOfTheContract(whole)).toBe(true);
  expect(configAnswer['~standard'].validate(whole)).toEqual({ value: whole });
});

test('what the contract takes is taken, and nothing else: each member without its value, and with another', () => {
  const values = fc.constantFrom(undefined, null, true, 0, '', 'UTC', [], {});
  const changes = fc.array(fc.tuple(fc.constantFrom(...PATHS), values), { maxLength: 2 });
  fc.assert(
    fc.property(changes, (all) => {
      const answer = all.reduce<object>((before, [path, value]) => changed(before, path, value), whole);
      expect(isTaken(answer)).toBe(isOfTheContract(answer));
    }),
  );
  for (const path of PATHS) {
    for (const value of [undefined, null, 'text', 1, true, {}]) {
      const answer = changed(whole, path, value);
      expect([path, value, isTaken(answer)]).toEqual([path, value, isOfTheContract(answer)]);
    }
  }
});

test.each([undefined, null, 'text', 1, []])('%j is no answer', (answer) => {
  expect(isTaken(answer)).toBe(false);
});
