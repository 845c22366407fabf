import { describe, expect, test } from 'vitest';
import { AGENT_INTRODUCTION } from '#domain/agency/documents.ts';
import { agencyForm, agentApplicationId } from '#domain/agency/form.ts';
import { toAgentFlow } from '#domain/agency/to-agent-flow.ts';
import type { Answers } from '#domain/form/form.ts';
import { abnCheckDigitsHold, acnCheckDigitHolds } from '#domain/form/rules.ts';
import { adviseField, validate } from '#domain/form/validate.ts';
import { visibleAnswers } from '#domain/form/visible.ts';
import maximal from '../../fixtures/payloads/agent-flow-maximal.json' with { type: 'json' };
import minimal from '../../fixtures/payloads/agent-flow-minimal.json' with { type: 'json' };
import { AGENCY, DIRECT, TODAY } from '../support/applications.ts';
import { messageOf as messageIn } from '../support/message-of.ts';

const CONTEXT = { today: TODAY };
const messageOf = (name: string, answer: string) => messageIn(agencyForm, name, { ...AGENCY, [name]: answer }, CONTEXT);

describe('the agency application', () => {
  test('has its sections and fields in the order of the specification', () => {
    const fields = agencyForm.sections.map(({ id, title }) => [
      title,
      agencyForm.fields.filter((field) => field.section === id && field.kind !== 'hidden').map((field) => field.name),
    ]);
    expect(fields).toEqual([
      ['Agency Information', ['agencyName', 'contactPerson', 'tel']],
      ['Contact Information', ['primaryEmail', 'alternateEmail']],
      ['Address Information', ['address', 'cityTownSuburb', 'stateProvince', 'postcode', 'country']],
      ['Business Information', ['acn', 'abn', 'targetRecruitmentCountry']],
    ]);
    expect(agencyForm.steps[0]?.title).toBe('New Agent Application Form');
  });
  test('requires these, word for word', () => {
    const { agentApplicationId, formType } = AGENCY;
    expect(validate(agencyForm, { agentApplicationId, formType }, CONTEXT)).toEqual({
      agencyName: 'Please enter agency name',
      contactPerson: 'Please enter contact person',
      tel: 'Please enter telephone number',
      primaryEmail: 'Please enter primary email',
      address: 'Please enter address',
      cityTownSuburb: 'Please enter city/town/suburb',
      stateProvince: 'Please enter state/province',
      postcode: 'Please enter postcode',
      country: 'Please select country',
      targetRecruitmentCountry: 'Please select target recruitment country',
    });
  });
  test('is valid when complete', () => {
    expect(validate(agencyForm, AGENCY, CONTEXT)).toEqual({});
  });
  test.each([
    ['primaryEmail', 'lan', 'Please enter a valid email address'],
    ['alternateEmail', 'lan@', 'Please enter a valid email address'],
    ['tel', 'call us', 'Please enter a valid telephone number'],
    ['tel', '+-()', 'Please enter a valid telephone number'],
    ['agencyName', '南星教育', 'Please use English letters and numbers only'],
    ['postcode', '邮编', 'Please use English letters and numbers only'],
    ['acn', '12345678', 'Please enter a valid ACN'],
    ['acn', '1234567890', 'Please enter a valid ACN'],
    ['acn', '12345678X', 'Please enter a valid ACN'],
    ['abn', '1234567890', 'Please enter a valid ABN'],
    ['abn', '51-824-753-556', 'Please enter a valid ABN'],
    ['targetRecruitmentCountry', 'Australia', 'Please select target recruitment country'],
    ['country', 'Atlantis', 'Please select country'],
    ['agentApplicationId', 'AGT-26-ab12cd-1', 'Please reload the page for an Application ID'],
    ['formType', 'student-application', 'Please select an option from the list'],
  ])('%s "%s": %s', (name, answer, message) => {
    expect(messageOf(name, answer)).toBe(message);
  });
  test.each([
    ['tel', '+84 (24) 3825-1234'],
    ['postcode', 'SW1A 1AA'],
    ['acn', '004 085 616'],
    ['abn', '51 824 753 556'],
    ['acn', ''],
    ['abn', ''],
    ['alternateEmail', ''],
  ])('%s "%s" is accepted', (name, answer) => {
    expect(messageOf(name, answer)).toBeUndefined();
  });
  test('takes one introduction of at most 10 MB', () => {
    expect(AGENT_INTRODUCTION).toMatchObject({ slot: 'agent-introduction', maxBytes: 10_485_760 });
  });
  test('recruits in the countries of the specification', () => {
    const field = agencyForm.fields.find(({ name }) => name === 'targetRecruitmentCountry');
    expect(field?.options?.map((option) => option.value)).toEqual([
      ...['China', 'India', 'Vietnam', 'Nepal', 'Bangladesh', 'Philippines', 'Sri Lanka', 'Indonesia', 'Thailand'],
      ...['Malaysia', 'Korea', 'Japan', 'Brazil', 'Colombia', 'Other'],
    ]);
  });
});

describe('check digits', () => {
  test("hold for ASIC's and the ABR's own examples, however they are spaced", () => {
    for (const acn of ['004 085 616', '010499966', '001 250 004']) expect(acnCheckDigitHolds(acn)).toBe(true);
    for (const abn of ['51 824 753 556', '53004085616']) expect(abnCheckDigitsHold(abn)).toBe(true);
  });
  test('do not hold once a digit is wrong, missing or too many', () => {
    for (const acn of ['004085617', '00408561', '0040856160', 'x', '']) expect(acnCheckDigitHolds(acn)).toBe(false);
    for (const abn of ['51824753557', '5182475355', '518247535560', '']) expect(abnCheckDigitsHold(abn)).toBe(false);
  });
  test('that are wrong are advice, and refuse nothing', () => {
    const answers: Answers = { ...AGENCY, acn: '123456789', abn: '12345678901' };
    expect(validate(agencyForm, answers, CONTEXT)).toEqual({});
    const acn = 'This ACN looks wrong. Please check the numbers.';
    const abn = 'This ABN looks wrong. Please check the numbers.';
    expect(adviseField(agencyForm, 'acn', answers, CONTEXT)).toBe(acn);
    expect(adviseField(agencyForm, 'abn', answers, CONTEXT)).toBe(abn);
    expect(adviseField(agencyForm, 'acn', AGENCY, CONTEXT)).toBeUndefined();
    expect(adviseField(agencyForm, 'acn', {}, CONTEXT)).toBeUndefined();
  });
});

describe('the Application ID', () => {
  test('is AGT-{year}-{6 random uppercase characters}-{last 6 digits of the timestamp}', () => {
    const now = new Date('2026-06-15T00:30:00.123Z');
    expect(agentApplicationId(now, () => 0)).toBe(`AGT-2026-AAAAAA-${String(now.getTime()).slice(-6)}`);
    expect(agentApplicationId(now, () => 0.999)).toMatch(/^AGT-2026-999999-\d{6}$/);
    expect(messageOf('agentApplicationId', agentApplicationId(now, Math.random))).toBeUndefined();
  });
});

describe('the agent automation flow is sent', () => {
  const submissionDate = '2026-06-15T00:30:00.123Z';
  const introduction = { slot: AGENT_INTRODUCTION.slot, name: 'Our agency.profile.pdf' };

  test('every answer and the file by name, of a maximal application', () => {
    expect(
      toAgentFlow(visibleAnswers(agencyForm, AGENCY, DIRECT), { submissionDate, documents: [introduction] }),
    ).toEqual(maximal);
  });
  test('empty texts for what was not answered, of a minimal one', () => {
    const { alternateEmail, acn, abn, formType, ...asked } = AGENCY;
    expect(toAgentFlow(visibleAnswers(agencyForm, asked, DIRECT), { submissionDate, documents: [] })).toEqual(minimal);
  });
  test.each([
    ['profile', '', 'profile'],
    ['.pdf', '', '.pdf'],
    ['a.b.PDF', 'PDF', 'a.b'],
  ])('the file name "%s" has the extension "%s" and the rest "%s"', (name, extension, nameOnly) => {
    const parts = new Map(
      toAgentFlow(visibleAnswers(agencyForm, AGENCY, DIRECT), {
        submissionDate,
        documents: [{ ...introduction, name }],
      }),
    );
    expect(parts.get('agentIntroductionFile_extension')).toBe(extension);
    expect(parts.get('agentIntroductionFile_nameOnly')).toBe(nameOnly);
  });
});
