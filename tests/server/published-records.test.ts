import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Mocks, startMocks } from '#mocks/server.ts';
import { BRANCHES, MAXIMAL, MINIMAL } from '#tests/domain/support/applications.ts';
import { stageOf } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';

/** A student who left out everything optional, and has one name. */
const NOT_SPECIFIED = {
  ...MINIMAL,
  title: 'Not Specified',
  firstName: 'Sukarno',
  familyName: 'Sukarno',
  isEnglishMainLanguage: 'No',
  currentEmploymentStatus: '@@',
  industryOfEmployment: '@@',
  occupationIdentifier: '@@',
};

const APPLICATIONS: readonly (readonly [what: string, values: Readonly<Record<string, unknown>>])[] = [
  ['minimal', MINIMAL],
  ['maximal', MAXIMAL],
  ['not specified', NOT_SPECIFIED],
  ...Object.entries(BRANCHES).map(([name, branch]) => [name, { ...MINIMAL, ...branch }] as const),
];

let mocks: Mocks;
let rig: Rig;
beforeAll(async () => {
  mocks = await startMocks({ port: 0, latency: 0, records: 'published' });
});
afterAll(() => mocks.close());

async function open(dialect: 'spec' | 'rtomanager'): Promise<void> {
  rig = await openRig({ env: { ...mocks.env, RECORDS_DIALECT: dialect } });
  mocks.reset();
}

async function sent(variant: 'direct' | 'agent', values: Readonly<Record<string, unknown>>) {
  const application = await rig.client.student(variant, values);
  expect((await rig.client.put(application)).status).toBe(202);
  return rig.client.settled(application.id);
}

describe('with the dialect rtomanager', () => {
  beforeAll(() => open('rtomanager'));
  afterAll(() => rig.close());
  beforeEach(() => mocks.reset());

  test.each(
    APPLICATIONS.flatMap(([what, values]) =>
      (['direct', 'agent'] as const).map((route) => [what, route, values] as const),
    ),
  )('the published records API takes the application %s, %s, and gives it an id', async (_what, variant, values) => {
    const selectedAgent = 'Harbour Bridge Education|China';
    const settled = await sent(variant, variant === 'agent' ? { ...values, selectedAgent } : values);
    expect(settled).toMatchObject({ status: 'processed' });
    expect(mocks.offers()).toHaveLength(1);
  });

  test('what the published records API says of a postal address and an e-mail address leads to their fields', async () => {
    mocks.setScenario({ service: 'validate', scenario: 'rejects-model-state' });
    const settled = await sent('direct', { ...MINIMAL, ...BRANCHES.postal });
    expect(stageOf(settled, 'cricos-validation')?.error).toMatchObject({
      errors: [
        { field: 'postalPostcode', technical: 'application.Addresses[1].Postcode' },
        { field: 'email', technical: 'application.Email' },
        { field: 'email', technical: 'application.Email' },
      ],
    });
  });
});

describe('with the dialect spec', () => {
  beforeEach(() => open('spec'));
  afterEach(() => rig.close());

  test('the published records API refuses a title that it does not list, and a language that is missing', async () => {
    const settled = await sent('direct', NOT_SPECIFIED);
    const technical = stageOf(settled, 'cricos-validation')?.error?.errors?.map((error) => error.technical);
    expect(technical).toEqual(['application.Title', 'application.ComplianceAndOtherInfo.FirstLanguage']);
    expect(mocks.offers()).toEqual([]);
  });

  test('it refuses a postal address that is not primary, and codes that it does not list', async () => {
    const settled = await sent('direct', {
      ...MINIMAL,
      ...BRANCHES.postal,
      industryOfEmployment: '@@',
      occupationIdentifier: '109',
    });
    const technical = stageOf(settled, 'cricos-validation')?.error?.errors?.map((error) => error.technical);
    expect(technical).toEqual(['1033', '1034', '1042']);
    expect(mocks.offers()).toEqual([]);
  });
});
