import { describe, expect, test } from 'vitest';
import type { Answers, FormContext } from '#domain/form/form.ts';
import { visibleAnswers, visibleFields } from '#domain/form/visible.ts';
import { answersToClear, initialAnswers, studentForm } from '#domain/student/form.ts';
import { AGENT, DIRECT, MAXIMAL, MINIMAL } from '../support/applications.ts';

const shown = (answers: Answers, context: FormContext = DIRECT, step?: string) =>
  visibleFields(studentForm, answers, context, step).map((field) => field.name);

const POSTAL = [
  ...['postalCountry', 'postalBuildingPropertyName', 'postalFlatUnitDetails', 'postalStreetNumber', 'postalStreetName'],
  ...['postalCityTownSuburb', 'postalState', 'postalPostcode', 'postalMobilePhone'],
];
const ENGLISH_TEST = [
  ...['englishTestType', 'listeningScore', 'readingScore', 'writingScore', 'speakingScore', 'overallScore'],
  'engTestDate',
];
const QUALIFICATION = [
  ...['qualificationLevel', 'qualificationName', 'qualificationRecognition', 'institutionName', 'stateCountry'],
];

describe('what an answer brings in', () => {
  test.each([
    ['hasPostalAddress', 'Yes', POSTAL],
    ['hasCompletedEnglishTest', 'English test', ENGLISH_TEST],
    ['hasAchievedQualifications', 'Yes', QUALIFICATION],
    ['isEnglishMainLanguage', 'No', ['languageSpokenAtHome']],
    ['howDidYouHearAboutUs', 'Agent', ['selectedAgent', 'agentName', 'agentEmail']],
  ])('%s "%s" shows %s', (name, value, brought) => {
    const closed = shown({ [name]: 'something else' });
    const open = shown({ [name]: value });
    expect(shown({})).toEqual(closed);
    expect(open.filter((field) => !closed.includes(field))).toEqual(brought);
    expect(closed.filter((field) => !open.includes(field))).toEqual([]);
  });

  test.each(['Other (East Asia)', 'Other (South Asia)', 'Other (Southeast Asia)', 'Other', 'Multiple languages'])(
    'the language %s asks for words',
    (languageSpokenAtHome) => {
      expect(shown({ isEnglishMainLanguage: 'No', languageSpokenAtHome })).toContain('languageSpokenAtHomeOther');
    },
  );
  test.each(['Mandarin', 'Prefer not to say / Unknown', ''])('the language "%s" does not', (languageSpokenAtHome) => {
    expect(shown({ isEnglishMainLanguage: 'No', languageSpokenAtHome })).not.toContain('languageSpokenAtHomeOther');
  });
  test('visibility is transitive: where English is the main language no words are asked for', () => {
    const answers = { isEnglishMainLanguage: 'Yes', languageSpokenAtHome: 'Other', languageSpokenAtHomeOther: 'Yi' };
    expect(shown(answers)).not.toContain('languageSpokenAtHomeOther');
    expect(visibleAnswers(studentForm, answers, DIRECT)).toEqual({ isEnglishMainLanguage: 'Yes' });
  });
  test('howDidYouHearDetails shows always', () => {
    for (const howDidYouHearAboutUs of ['', 'Agent', 'Other']) {
      expect(shown({ howDidYouHearAboutUs })).toContain('howDidYouHearDetails');
    }
  });
});

describe('the agent selector', () => {
  test('comes first in step 1 of the agent variant, and nowhere else', () => {
    expect(shown(MAXIMAL, AGENT, 'personal')[0]).toBe('selectedAgent');
    expect(shown(MAXIMAL, AGENT).filter((name) => name === 'selectedAgent')).toHaveLength(1);
  });
  test('is in step 4 of the direct form, once an agent was heard of', () => {
    expect(shown(MAXIMAL, DIRECT, 'personal')).not.toContain('selectedAgent');
    expect(shown(MAXIMAL, DIRECT, 'course')).toContain('selectedAgent');
    expect(shown(MINIMAL, DIRECT)).not.toContain('selectedAgent');
  });
});

describe('a hidden answer', () => {
  test('neither is judged nor leaves, and is kept for when its question comes back', () => {
    const answers: Answers = { ...MINIMAL, postalPostcode: 'not digits', qualificationName: '张' };
    expect(visibleAnswers(studentForm, answers, DIRECT)).toEqual(MINIMAL);
    expect(answers.postalPostcode).toBe('not digits');
  });
  test('visible answers are trimmed, the empty ones left out', () => {
    expect(visibleAnswers(studentForm, { firstName: ' Wei ', middleName: '  ', agreeToTerms: false }, DIRECT)).toEqual({
      firstName: 'Wei',
      agreeToTerms: false,
    });
  });
});

describe('choosing how one heard of us', () => {
  test('another value than Agent clears selectedAgent, agentName and agentEmail', () => {
    const cleared = ['selectedAgent', 'agentName', 'agentEmail'];
    expect(answersToClear('howDidYouHearAboutUs', { howDidYouHearAboutUs: 'Other' }, 'direct')).toEqual(cleared);
  });
  test('in the agent variant the selection stays, since step 1 requires it', () => {
    const cleared = ['agentName', 'agentEmail'];
    expect(answersToClear('howDidYouHearAboutUs', { howDidYouHearAboutUs: 'Other' }, 'agent')).toEqual(cleared);
  });
  test('Agent clears nothing, and no other field does', () => {
    expect(answersToClear('howDidYouHearAboutUs', { howDidYouHearAboutUs: 'Agent' }, 'direct')).toEqual([]);
    expect(answersToClear('gender', { howDidYouHearAboutUs: 'Other' }, 'direct')).toEqual([]);
  });
  test('starts as Agent in the agent variant, open in the direct form', () => {
    expect(initialAnswers('agent').howDidYouHearAboutUs).toBe('Agent');
    expect(initialAnswers('direct')).not.toHaveProperty('howDidYouHearAboutUs');
  });
});
