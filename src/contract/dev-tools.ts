import * as v from 'valibot';

/** What one outside call answered, as the CRICOS API tester shows it; our own answer is 200 whatever it was. */
export const devAnswerSchema = v.object({
  /** The outside's status; null when there was no answer. */
  status: v.nullable(v.number()),
  /** Milliseconds until the whole answer was there. */
  took: v.number(),
  headers: v.record(v.string(), v.string()),
  /** JSON where it was JSON, else text; tokens masked. */
  body: v.unknown(),
});
export type DevAnswer = v.InferOutput<typeof devAnswerSchema>;

/** `GET /api/dev/scenarios`, in demo mode only: what each simulated service plays, and what it could play. */
export const devScenariosSchema = v.object({
  playing: v.record(v.string(), v.string()),
  available: v.record(v.string(), v.array(v.string())),
});
export type DevScenarios = v.InferOutput<typeof devScenariosSchema>;

/** `POST /api/dev/scenarios`: makes a simulated service play a scenario from now on; `reset` makes all accept again. */
export const devScenarioChoiceSchema = v.union([
  v.strictObject({ service: v.string(), scenario: v.string() }),
  v.strictObject({ reset: v.literal(true) }),
]);
export type DevScenarioChoice = v.InferOutput<typeof devScenarioChoiceSchema>;

/** The lists that `GET /api/dev/cricos/classifications/:list` knows, by the records API's own names. */
export const DEV_CLASSIFICATIONS = [
  'EmploymentStatuses',
  'IndustryOfEmployments',
  'OccupationCodes',
  'QualificationLevels',
  'QualificationAchievementRecognitions',
] as const;
