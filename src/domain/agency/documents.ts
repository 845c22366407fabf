/** The agency's one document: a PDF of at most 10 MB (R5.6). */
export const AGENT_INTRODUCTION = {
  slot: 'agent-introduction',
  label: 'Agent Introduction',
  /** The message of an application without it (R5.7), in the browser and on the server. */
  missing: 'Agent introduction document is required. Please upload a PDF document.',
  /** The file's category (R5.6). */
  fileCategory: 'agent-introduction',
  /** The part of the automation flow's form that carries it. */
  part: 'agentIntroductionFile',
  maxBytes: 10 * 1024 * 1024,
} as const;
