import * as v from 'valibot';
import type { IntakeChoice } from '#domain/intakes/intakes.ts';
import type { DeepReadonly } from './endpoint.ts';

/** One choice of a code list: the value that is sent, and its label. */
const optionSchema = v.object({ value: v.string(), label: v.string() });

const text = v.optional(v.nullable(v.string()), '');
const agentSchema = v.object({
  name: v.string(),
  contact: text,
  country: text,
  address: text,
  emails: v.array(v.string()),
  phones: v.array(v.string()),
  websites: v.array(v.string()),
});
export type Agent = DeepReadonly<v.InferOutput<typeof agentSchema>>;

/** `GET /api/agent-list` (R10.14). */
export const agentListSchema = v.object({
  items: v.array(agentSchema),
  source: v.picklist(['live', 'cache', 'stale', 'fallback']),
  updatedAt: v.string(),
  total: v.number(),
});
export type AgentList = DeepReadonly<v.InferOutput<typeof agentListSchema>>;

const intakeSchema: v.GenericSchema<IntakeChoice> = v.object({
  value: v.string(),
  label: v.string(),
  startDate: v.string(),
  finishDate: v.string(),
  courseName: v.string(),
  campusId: v.number(),
});
/** `GET /api/intakes`: dates are calendar dates, yyyy-MM-dd. */
export const intakeListSchema = v.object({
  items: v.array(intakeSchema),
  source: v.picklist(['live', 'fallback']),
  updatedAt: v.string(),
});
export type IntakeList = DeepReadonly<v.InferOutput<typeof intakeListSchema>>;

const CLASSIFICATION_LISTS = [
  'employmentStatuses',
  'industries',
  'occupations',
  'qualificationLevels',
  'qualificationRecognitions',
  'visaTypes',
] as const;
export type ClassificationName = (typeof CLASSIFICATION_LISTS)[number];

const optionList = v.array(optionSchema);
const listSource = v.picklist(['live', 'fallback']);
/** `GET /api/classifications`. */
export const classificationsSchema = v.object({
  employmentStatuses: optionList,
  industries: optionList,
  occupations: optionList,
  qualificationLevels: optionList,
  qualificationRecognitions: optionList,
  visaTypes: optionList,
  source: v.record(v.picklist(CLASSIFICATION_LISTS), listSource),
});
export type Classifications = DeepReadonly<v.InferOutput<typeof classificationsSchema>>;
