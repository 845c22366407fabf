/** The agency's one document: a PDF of at most 10 MB (spec §5 "Files"). */
export const AGENT_INTRODUCTION = {
  slot: 'agent-introduction',
  label: 'Agent Introduction',
  /** The message of an application without it (spec §5 "Files"), in the browser and on the server. */
  missing: 'Agent introduction document is required. Please upload a PDF document.',
  /** What spec §3 calls the file's category. */
  fileCategory: 'agent-introduction',
  /** The part of the automation flow's form that carries it. */
  part: 'agentIntroductionFile',
  maxBytes: 10 * 1024 * 1024,
} as const;
