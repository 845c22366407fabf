import * as v from 'valibot';

export const VARIANTS = ['direct', 'agent'] as const;
export type Variant = (typeof VARIANTS)[number];

/** A document as a PUT names it: an upload of this draft in this slot (contract §4). */
export const documentSchema = v.strictObject({
  slot: v.pipe(v.string(), v.maxLength(64)),
  uploadId: v.pipe(v.string(), v.maxLength(200)),
  name: v.pipe(v.string(), v.maxLength(1024)),
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
  sha256: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
});
export type DocumentReference = v.InferOutput<typeof documentSchema>;

/** Which answers there are, and what they may be, is for domain/form/read-answers.ts to say. */
const values = v.custom<Readonly<Record<string, unknown>>>((value) => typeof value === 'object' && value !== null);
const documents = v.pipe(v.array(documentSchema), v.maxLength(20));

/** Body of `PUT /api/student-applications/:id`; the answers themselves are judged by the domain. */
export const studentApplicationSchema = v.strictObject({ variant: v.picklist(VARIANTS), values, documents });
/** Body of `PUT /api/short-applications/:id` and `PUT /api/agent-applications/:id`. */
export const flowApplicationSchema = v.strictObject({ values, documents });

export type StudentApplicationBody = v.InferOutput<typeof studentApplicationSchema>;
export type FlowApplicationBody = v.InferOutput<typeof flowApplicationSchema>;
