import * as v from 'valibot';
import type { Answers, Variant } from '#domain/form/form.ts';

export const VARIANTS = ['direct', 'agent'] as const satisfies readonly Variant[];

/** A reference to an uploaded document of the draft (R11.4). */
export const documentSchema = v.strictObject({
  slot: v.pipe(v.string(), v.maxLength(64)),
  uploadId: v.pipe(v.string(), v.maxLength(200)),
  name: v.pipe(v.string(), v.maxLength(1024)),
  size: v.pipe(v.number(), v.integer(), v.minValue(0)),
  sha256: v.optional(v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))),
});
export type DocumentReference = v.InferOutput<typeof documentSchema>;

/** Checks only that it is an object; `domain/form/read-answers.ts` checks the answers. */
const values = v.custom<Answers>((value) => typeof value === 'object' && value !== null);
const documents = v.pipe(v.array(documentSchema), v.maxLength(20), v.readonly());

/** The text that the applicant agreed to: its version, and the SHA-256 of its file (R17.5). */
export const acceptedSchema = v.strictObject({
  terms: v.strictObject({
    version: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
    sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  }),
});
export type Accepted = v.InferOutput<typeof acceptedSchema>;

/** Body of `PUT /api/student-applications/:id`. The domain validates the answers. */
export const studentApplicationSchema = v.strictObject({
  variant: v.picklist(VARIANTS),
  values,
  documents,
  accepted: v.exactOptional(acceptedSchema),
});
/** Body of `PUT /api/short-applications/:id` and `PUT /api/agent-applications/:id`. */
export const flowApplicationSchema = v.strictObject({ values, documents });

/** An application of any kind. Short and agent applications have no variants: on the server they are `direct`. */
export type ApplicationBody = v.InferOutput<typeof studentApplicationSchema>;
export type FlowApplicationBody = v.InferOutput<typeof flowApplicationSchema>;
