import * as v from 'valibot';
import type { Endpoint } from './endpoint.ts';

/** The only elements allowed in a college's text, so that it cannot contain scripts. */
const ELEMENTS = [
  ...(['h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'blockquote', 'hr'] as const),
  ...(['table', 'tr', 'th', 'td', 'strong', 'em', 'code', 'br', 'a', 'text'] as const),
] as const;
export type TextElement = (typeof ELEMENTS)[number];

/** The allowed link targets. */
export const SAFE_LINK = /^(?:https?:\/\/|mailto:|tel:)/i;

/** One element of a text; `text` is plain text, `a` has an address. */
export interface TextNode {
  readonly element: TextElement;
  readonly text?: string;
  readonly href?: string;
  readonly children?: readonly TextNode[];
}

const textNodeSchema: v.GenericSchema<TextNode> = v.object({
  element: v.picklist(ELEMENTS),
  text: v.exactOptional(v.string()),
  href: v.exactOptional(v.pipe(v.string(), v.regex(SAFE_LINK))),
  children: v.exactOptional(v.array(v.lazy(() => textNodeSchema))),
});

export const COLLEGE_TEXTS = ['terms', 'privacy', 'refunds', 'whatHappensNext'] as const;
export type CollegeTextName = (typeof COLLEGE_TEXTS)[number];

const collegeTextSchema = v.object({
  title: v.string(),
  version: v.string(),
  /** yyyy-MM-dd. */
  date: v.string(),
  /** SHA-256 of the college's file, in hex. */
  sha256: v.string(),
  content: v.array(textNodeSchema),
});
export type CollegeText = v.InferOutput<typeof collegeTextSchema>;

/** Name, codes and contacts of the college; all optional. */
export const collegeFactsSchema = v.object({
  name: v.string(),
  cricosProviderCode: v.exactOptional(v.string()),
  cricosCourseCode: v.exactOptional(v.string()),
  email: v.exactOptional(v.string()),
  phone: v.exactOptional(v.string()),
  address: v.exactOptional(v.string()),
});
export type CollegeFacts = v.InferOutput<typeof collegeFactsSchema>;

const collegeSchema = v.object({
  facts: v.exactOptional(collegeFactsSchema),
  terms: v.exactOptional(collegeTextSchema),
  privacy: v.exactOptional(collegeTextSchema),
  refunds: v.exactOptional(collegeTextSchema),
  whatHappensNext: v.exactOptional(collegeTextSchema),
});
/** The college's facts and texts; all optional (R17.1). */
export type College = v.InferOutput<typeof collegeSchema>;

export const collegeEndpoint = {
  method: 'GET',
  path: '/api/college',
  cache: 'no-cache',
  response: collegeSchema,
} as const satisfies Endpoint;
