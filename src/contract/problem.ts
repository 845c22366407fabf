import * as v from 'valibot';
import type { StageIssue } from '#domain/submission/submission.ts';

/** The codes of our problem documents (RFC 9457), for browser and server. */
const PROBLEM_CODES = [
  'MALFORMED_REQUEST',
  'UNSUPPORTED_MEDIA_TYPE',
  'BODY_TOO_LARGE',
  'HEADERS_TOO_LARGE',
  'REQUEST_TIMEOUT',
  'VALIDATION_FAILED',
  'DOCUMENTS_MISSING',
  'UPLOAD_MISMATCH',
  'UPLOAD_CONFLICT',
  'FILE_SIZE_ERROR',
  'QUOTA_EXCEEDED',
  'file-invalid-type',
  'file-too-large',
  'ALREADY_SUBMITTED',
  'SUBMISSION_IN_PROGRESS',
  'LINK_USED',
  'LINK_CANCELLED',
  'LINK_EXPIRED',
  'NOT_CONFIGURED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'CROSS_SITE_REQUEST',
  'RATE_LIMITED',
  'TOO_MANY_APPLICATIONS',
  'STORAGE_FULL',
  'UNAVAILABLE',
  'INTERNAL_ERROR',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

export const issueSchema: v.GenericSchema<StageIssue> = v.object({
  field: v.string(),
  message: v.string(),
  technical: v.string(),
});

/** The `application/problem+json` of every error of our server. */
export const problemSchema = v.object({
  type: v.string(),
  title: v.string(),
  status: v.number(),
  code: v.string(),
  detail: v.optional(v.string()),
  fieldErrors: v.optional(v.record(v.string(), v.string())),
  errors: v.optional(v.array(issueSchema)),
});
export type Problem = v.InferOutput<typeof problemSchema>;

/** Parses a problem document; undefined for any other body. */
export function problemIn(body: unknown): Problem | undefined {
  const read = v.safeParse(problemSchema, body);
  return read.success ? read.output : undefined;
}
