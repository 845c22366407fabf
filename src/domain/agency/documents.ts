/** The agency's one document: a PDF of at most 10 MB (R5.6). */
export const AGENT_INTRODUCTION = {
  slot: 'agent-introduction',
  label: 'Agent Introduction',
  /** The message if it is missing (R5.7), in the browser and on the server. */
  missing: 'Agent introduction document is required. Please upload a PDF document.',
  /** The message of a file that is no PDF. */
  notPdf: 'Only PDF files are supported for agent introduction documents.',
  /** The file's category (R5.6). */
  fileCategory: 'agent-introduction',
  /** Its part in the automation flow's multipart form. */
  part: 'agentIntroductionFile',
  maxBytes: 10 * 1024 * 1024,
} as const;
