import { describe, expect, test } from 'vitest';
import type { Answers } from '#domain/form/form.ts';
import { visibleAnswers } from '#domain/form/visible.ts';
import { keysWithFields } from '#domain/payload/template.ts';
import { studentForm } from '#domain/student/form.ts';
import { OFFER, toCricosOffer } from '#domain/student/to-cricos-offer.ts';
import { toWorkflow } from '#domain/student/to-workflow.ts';
import offerBranches from '../../fixtures/payloads/offer-branches.json' with { type: 'json' };
import offerMaximal from '../../fixtures/payloads/offer-maximal.json' with { type: 'json' };
import offerMinimal from '../../fixtures/payloads/offer-minimal.json' with { type: 'json' };
import workflowMaximal from '../../fixtures/payloads/workflow-maximal.json' with { type: 'json' };
import workflowMinimal from '../../fixtures/payloads/workflow-minimal.json' with { type: 'json' };
import { BRANCHES, DIRECT, MAXIMAL, MINIMAL } from '../support/applications.ts';

const NOW = new Date('2026-06-15T00:30:00.123Z');
const FACTS = { offerId: 'OFFER_20260615_103000123', now: NOW, timeZone: 'Australia/Melbourne' };
const SUBMISSION = { submissionId: '9b2f4c1e-0d53-4c5a-8f39-6f1f0c1f2a77', submittedAt: NOW.toISOString() };

const visible = (answers: Answers) => visibleAnswers(studentForm, answers, DIRECT);
const offerOf = (answers: Answers, facts = {}) => toCricosOffer(visible(answers), { ...FACTS, ...facts });
const workflowOf = (answers: Answers, lists = {}) =>
  toWorkflow(offerOf(answers), visible(answers), { ...SUBMISSION, lists });

describe('the offer payload', () => {
  test('of a minimal application: what was not given or not asked is null', () => {
    expect(offerOf(MINIMAL)).toEqual(offerMinimal);
  });
  test('of a maximal application', () => {
    expect(offerOf(MAXIMAL)).toEqual(offerMaximal);
  });
  test.each(studentForm.fields.filter(({ offer }) => offer !== undefined).map(({ name, offer = '' }) => [name, offer]))(
    'has the key that the entry of %s names: %s',
    (name, offer) => {
      expect(keysWithFields(OFFER)).toContainEqual({ path: offer, fields: expect.arrayContaining([name]) });
    },
  );
  test.each(Object.entries(offerBranches))('with the branch %s differs in nothing but its keys', (name, differs) => {
    const branch: Answers = Object.entries(BRANCHES).find(([one]) => one === name)?.[1] ?? {};
    const offer: Readonly<Record<string, unknown>> = offerOf({ ...MINIMAL, ...branch });
    for (const [key, value] of Object.entries(offerMinimal)) {
      const expected = Object.entries(differs).find(([changed]) => changed === key)?.[1] ?? value;
      const isPart = value !== null && !Array.isArray(value) && typeof value === 'object';
      expect(offer[key], key).toEqual(isPart ? { ...value, ...expected } : expected);
    }
  });
  test('every branch has its golden payload', () => {
    expect(Object.keys(offerBranches)).toEqual(Object.keys(BRANCHES));
  });

  test.each([
    ['Male', 'M'],
    ['Female', 'F'],
    ['X', 'X'],
    ['Other/Not specified', 'X'],
    ['', 'X'],
  ])('gender "%s" is sent as %s', (gender, code) => {
    expect(offerOf({ ...MINIMAL, gender }).Gender).toBe(code);
  });

  describe('the first language', () => {
    const firstLanguage = (answers: Answers) =>
      offerOf({ ...MINIMAL, ...answers }).ComplianceAndOtherInfo.FirstLanguage;
    test('is English if English is the main language, with any earlier answers', () => {
      expect(firstLanguage({ languageSpokenAtHome: 'Vietnamese' })).toBe('English');
    });
    test('is the chosen option where the words are missing or not asked', () => {
      expect(firstLanguage({ isEnglishMainLanguage: 'No', languageSpokenAtHome: 'Other' })).toBe('Other');
      const mandarin = { languageSpokenAtHome: 'Mandarin', languageSpokenAtHomeOther: 'Yi' };
      expect(firstLanguage({ isEnglishMainLanguage: 'No', ...mandarin })).toBe('Mandarin');
    });
    test('is null where nothing was chosen', () => {
      expect(firstLanguage({ isEnglishMainLanguage: 'No' })).toBeNull();
    });
  });

  describe('course dates', () => {
    const dates = (answers: Answers, facts = {}) => {
      const [course] = offerOf(answers, facts).AppliedCourses;
      return [course?.IntakeDate, course?.StartDate, course?.FinishDate].map((date) => date?.slice(0, 10));
    };
    const unchosen = { ...MINIMAL, selectedIntake: '' };

    test('start at the chosen intake and end 462 calendar days later', () => {
      expect(dates({ ...MINIMAL, selectedIntake: '2026-08-04' })).toEqual(['2026-08-04', '2026-08-04', '2027-11-09']);
    });
    test('start 30 days ahead when none is chosen', () => {
      expect(dates(unchosen)).toEqual(['2026-07-15', '2026-07-15', '2027-10-20']);
    });
    test('start at the intake given beside the answers before that', () => {
      expect(dates(unchosen, { intake: '2027-04-08' })[0]).toBe('2027-04-08');
      expect(dates(MINIMAL, { intake: '2027-04-08' })[0]).toBe('2027-01-13');
    });
  });

  test('the year a qualification was completed is the current one where the college is', () => {
    const newYear = new Date('2026-12-31T20:00:00.000Z');
    const year = (facts: object) => offerOf(MAXIMAL, { now: newYear, ...facts }).EducationHistoryList[0]?.YearCompleted;
    expect(year({})).toBe(2027);
    expect(year({ timeZone: 'America/New_York' })).toBe(2026);
  });
  test('names and address parts are joined by single spaces, missing parts left out', () => {
    const contact = { contactGivenName: ' Gang ', contactStreetAddress: '88 Renmin Road', contactCountry: 'China' };
    const { EmergencyContact } = offerOf({ ...MINIMAL, ...contact });
    expect(EmergencyContact).toMatchObject({ ContactName: 'Gang Liu', Address: '88 Renmin Road China' });
  });
  test('has each answer about an address and a contact', () => {
    const sections = ['current-address', 'postal-address', 'emergency-contact'];
    const asked = studentForm.fields.filter(
      ({ section, name }) => sections.includes(section) && name !== 'hasPostalAddress',
    );
    const sent = keysWithFields(OFFER).flatMap(({ fields }) => fields);
    expect(asked.map(({ name }) => name).filter((name) => !sent.includes(name))).toEqual([]);
  });
  test('scores given as numbers are sent as the same numbers', () => {
    const answers = { ...MINIMAL, ...BRANCHES.englishTest, listeningScore: 6.5 };
    expect(offerOf(answers)).toEqual(offerOf({ ...MINIMAL, ...BRANCHES.englishTest }));
  });
});

describe('the workflow payload', () => {
  test('of a minimal application is the offer and its own keys', () => {
    expect(workflowOf(MINIMAL)).toEqual({ ...offerMinimal, ...workflowMinimal });
  });
  test('of a maximal application', () => {
    expect(workflowOf(MAXIMAL)).toEqual({ ...offerMaximal, ...workflowMaximal });
  });
  test("full texts are the live list's names, without the code", () => {
    const lists = {
      occupations: [{ value: '3', label: '3 - Tradesperson' }],
      qualificationLevels: [{ value: '421', label: 'Old Diploma' }],
      visaTypes: [{ value: 'Student Visa', label: 'Student (500)' }],
    };
    expect(workflowOf({ ...MAXIMAL, qualificationLevel: '421' }, lists)).toMatchObject({
      OccupationText: 'Tradesperson',
      QualificationLevel: 'Old Diploma',
      IndustryOfEmploymentText: 'Construction',
      VisaStatus: 'Student (500)',
    });
  });
  test('a code that no list has is sent as it is', () => {
    expect(workflowOf({ ...MINIMAL, occupationIdentifier: '77' }).OccupationText).toBe('77');
  });
  test('the variant agent sends the agent of step 1', () => {
    const answers = { ...MINIMAL, selectedAgent: 'Harbour|China' };
    const asked = visibleAnswers(studentForm, answers, { ...DIRECT, variant: 'agent' });
    expect(toWorkflow(toCricosOffer(asked, FACTS), asked, SUBMISSION).SelectedAgent).toBe('Harbour|China');
    expect(workflowOf(answers).SelectedAgent).toBeNull();
  });
});
