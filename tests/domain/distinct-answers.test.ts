import { describe, expect, test } from 'vitest';
import { AGENCY, MAXIMAL, MINIMAL, SHORT_MAXIMAL } from './support/applications.ts';

/** What must be 'Yes' for questions to be asked at all, or 'No': their answers are seen by what is asked. */
const ASKING = new Set(['hasPostalAddress', 'hasAchievedQualifications', 'isEnglishMainLanguage']);
const isYesOrNo = (answer: unknown) => answer === 'Yes' || answer === 'No';

/** The questions that have the same answers, as lists of names. */
function sameAnswers(answersOf: ReadonlyMap<string, unknown>): readonly (readonly string[])[] {
  const byAnswer = Map.groupBy(answersOf, ([, answer]) => answer);
  return [...byAnswer.values()].filter(({ length }) => length > 1).map((same) => same.map(([name]) => name));
}

describe('the applications that the payload fixtures are written for', () => {
  test.each([
    ['a student', MAXIMAL],
    ['a short', SHORT_MAXIMAL],
    ["an agency's", AGENCY],
  ])(
    'answer every question of %s application differently, so that a payload with the answer to another question differs',
    (_whose, application) => {
      const answers = Object.entries(application).filter(([, answer]) => !isYesOrNo(answer));
      expect(sameAnswers(new Map(answers))).toEqual([]);
    },
  );

  test('answer no two questions with Yes and No alike in both the minimal and the maximal one', () => {
    const inBoth = Object.entries(MINIMAL)
      .filter(([name, answer]) => isYesOrNo(answer) && !ASKING.has(name))
      .map(([name, answer]): [string, string] => [name, `${answer}, ${Reflect.get(MAXIMAL, name)}`]);
    expect(inBoth).toHaveLength(4);
    expect(sameAnswers(new Map(inBoth))).toEqual([]);
  });
});
