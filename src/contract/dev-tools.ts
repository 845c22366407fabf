import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';

/** The answer of an outside service, for the CRICOS API tester; our own status is always 200. */
const devAnswerSchema = v.object({
  /** The outside service's status; null without an answer. */
  status: v.nullable(v.number()),
  /** Milliseconds until the end of the answer. */
  took: v.number(),
  headers: v.record(v.string(), v.string()),
  /** JSON if possible, else text; tokens masked. */
  body: v.unknown(),
});
export type DevAnswer = v.InferOutput<typeof devAnswerSchema>;

/** The current and the available scenarios of each simulated service in demo mode. */
const devScenariosSchema = v.object({
  playing: v.record(v.string(), v.string()),
  available: v.record(v.string(), v.array(v.string())),
});
export type DevScenarios = v.InferOutput<typeof devScenariosSchema>;

const devScenarioChoiceSchema = v.union([
  v.strictObject({ service: v.string(), scenario: v.string() }),
  v.strictObject({ reset: v.literal(true) }),
]);
export type DevScenarioChoice = v.InferOutput<typeof devScenarioChoiceSchema>;

const offerSchema = v.record(v.string(), v.unknown());

/** Which outside services are configured, without their settings. */
export const devConfiguration = {
  method: 'GET',
  path: '/api/dev/configuration',
  cache: 'no-store',
  response: v.record(v.string(), v.boolean()),
} as const satisfies Endpoint;

export const devToken = {
  method: 'POST',
  path: '/api/dev/cricos/token',
  cache: 'no-store',
  response: devAnswerSchema,
} as const satisfies Endpoint;

export const devValidate = {
  method: 'POST',
  path: '/api/dev/cricos/validate',
  cache: 'no-store',
  request: offerSchema,
  response: devAnswerSchema,
} as const satisfies Endpoint;

/** Makes a real offer if the records API is real. */
export const devSubmit = {
  method: 'POST',
  path: '/api/dev/cricos/submit',
  cache: 'no-store',
  request: offerSchema,
  response: devAnswerSchema,
} as const satisfies Endpoint;

/** Passes its query on. */
export const devIntakes = {
  method: 'GET',
  path: '/api/dev/cricos/intakes',
  cache: 'no-store',
  response: devAnswerSchema,
} as const satisfies Endpoint;

export const devClassification = {
  method: 'GET',
  path: '/api/dev/cricos/classifications/:list',
  cache: 'no-store',
  response: devAnswerSchema,
} as const satisfies Endpoint;

/** The records API's names of the lists. */
export const DEV_CLASSIFICATIONS = [
  'EmploymentStatuses',
  'IndustryOfEmployments',
  'OccupationCodes',
  'QualificationLevels',
  'QualificationAchievementRecognitions',
] as const;

export const devFileTest = {
  method: 'POST',
  path: '/api/dev/file-test',
  cache: 'no-store',
  response: devAnswerSchema,
} as const satisfies Endpoint;

export const devScenarios = {
  method: 'GET',
  path: '/api/dev/scenarios',
  cache: 'no-store',
  response: devScenariosSchema,
} as const satisfies Endpoint;

/** Sets the scenario of a simulated service; `reset` makes all accept again. */
export const chooseDevScenario = {
  method: 'POST',
  path: '/api/dev/scenarios',
  cache: 'no-store',
  request: devScenarioChoiceSchema,
  response: devScenariosSchema,
} as const satisfies Endpoint;
