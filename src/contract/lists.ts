import * as v from 'valibot';
import type { IntakeChoice } from '#domain/intakes/choice.ts';

/** A list is shared by everybody who asked for it, so nobody may change it. */
type Shared<T> = T extends readonly (infer Item)[]
  ? readonly Shared<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Shared<T[Name]> }
    : T;

/** One choice of a code list: what is sent, and what is read. */
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
export type Agent = Shared<v.InferOutput<typeof agentSchema>>;

/** `GET /api/agent-list` (spec §3 "Agent list item", contract §4). */
export const agentListSchema = v.object({
  items: v.array(agentSchema),
  source: v.picklist(['live', 'cache', 'stale', 'fallback']),
  updatedAt: v.string(),
  total: v.number(),
});
export type AgentList = Shared<v.InferOutput<typeof agentListSchema>>;

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
export type IntakeList = Shared<v.InferOutput<typeof intakeListSchema>>;

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
export type Classifications = Shared<v.InferOutput<typeof classificationsSchema>>;
