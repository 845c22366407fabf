import type { Config } from '#contract/config.ts';
import { AGENT_INTRODUCTION } from '#domain/agency/documents.ts';
import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import type { SubmissionKind } from '#domain/submission/stages.ts';
import type { ServerConfig } from './config.ts';
import type { Destination } from './submission/body.ts';
import { GENERIC_FILE_BYTES, GENERIC_FILE_COUNT, UPLOAD_LIFE_MS } from './submission/slots.ts';

interface Availability {
  /** Why applications of this kind cannot be accepted (R7.27); undefined if they can. */
  readonly notConfigured: (config: ServerConfig) => string | undefined;
  readonly destination: (config: ServerConfig) => Destination;
}

/** Which kinds of application this server accepts, by its configuration. */
export const AVAILABILITY: Readonly<Record<SubmissionKind, Availability>> = {
  student: {
    notConfigured: ({ records, studentWorkflowUrl }) =>
      records && studentWorkflowUrl ? undefined : 'Application submission is not configured. Please contact support.',
    destination: ({ fileWorkflowUrl, fileWorkflowMaxBytes }) =>
      fileWorkflowUrl === undefined ? {} : { files: true, filesMaxBytes: fileWorkflowMaxBytes ?? null },
  },
  short: {
    notConfigured: ({ studentFlowUrl }) =>
      studentFlowUrl ? undefined : 'Student application Power Automate flow URL not configured',
    destination: () => ({}),
  },
  agent: {
    notConfigured: (config) =>
      config.agentFlowUrl || usesAgentMock(config)
        ? undefined
        : 'Agent application Power Automate flow URL not configured',
    destination: (config) => (usesAgentMock(config) ? { mock: true } : {}),
  },
};

/** Whether an agency's registration goes to the built-in mock submission and no further. */
export function usesAgentMock({ agentFlowUrl, agentFlowMock }: ServerConfig): boolean {
  return agentFlowUrl === undefined && agentFlowMock;
}

interface MissingService {
  readonly variable: string;
  readonly effect: string;
  /** A misconfiguration in any college. */
  readonly isMistake: boolean;
}

/** The missing services that applicants or staff would notice. */
export function missingServices(config: ServerConfig): readonly MissingService[] {
  const { records, studentWorkflowUrl, studentFlowUrl, agentFlowUrl, fileWorkflowUrl, agentListUrl, collegeDir } =
    config;
  const isHalf = (records === undefined) !== (studentWorkflowUrl === undefined);
  const refused = (kind: SubmissionKind) => `applicants read "${AVAILABILITY[kind].notConfigured(config)}"`;
  const takesStudents = records !== undefined && studentWorkflowUrl !== undefined;
  const missing = (variable: string, value: unknown, effect: string, isMistake = false): readonly MissingService[] =>
    value === undefined ? [{ variable, effect, isMistake }] : [];
  return [
    ...missing('CRICOS_BASE_URL', records, `students cannot apply, ${refused('student')}`, isHalf),
    ...missing('STUDENT_WORKFLOW_URL', studentWorkflowUrl, `students cannot apply, ${refused('student')}`, isHalf),
    ...(takesStudents
      ? missing('FILE_WORKFLOW_URL', fileWorkflowUrl, 'applications are finished without their documents')
      : []),
    ...missing('STUDENT_FLOW_URL', studentFlowUrl, `the short form cannot be sent, ${refused('short')}`),
    ...missing(
      'AGENT_FLOW_URL',
      agentFlowUrl,
      usesAgentMock(config)
        ? 'agency registrations go to a mock and are sent to no one (AGENT_FLOW_MOCK=1)'
        : `agencies cannot register, ${refused('agent')}`,
    ),
    ...missing('AGENT_LIST_URL', agentListUrl, 'students find one built-in agent'),
    // Demo mode has the example college.
    ...(config.demo
      ? []
      : missing(
          'COLLEGE_DIR',
          collegeDir,
          'no terms, privacy notice, refund policy, CRICOS codes or contacts of the college are shown',
        )),
  ];
}

/** The part of the configuration that the page may know (R11.3). */
export function publicConfig(config: ServerConfig): Config {
  return {
    demo: config.demo,
    devTools: config.devTools,
    ...(config.devTools && { timeZone: config.timeZone, recordsDialect: config.recordsDialect }),
    flows: {
      student: config.records !== undefined && config.studentWorkflowUrl !== undefined,
      agent: config.agentFlowUrl !== undefined,
      shortForm: config.studentFlowUrl !== undefined,
      files: config.fileWorkflowUrl !== undefined,
    },
    ...(usesAgentMock(config) ? { agentMock: true } : {}),
    ...(config.college.facts && { college: config.college.facts }),
    limits: {
      totalDocumentBytes: TOTAL_DOCUMENT_BYTES,
      agentIntroductionBytes: AGENT_INTRODUCTION.maxBytes,
      genericFileBytes: GENERIC_FILE_BYTES,
      genericFileCount: GENERIC_FILE_COUNT,
      draftHours: UPLOAD_LIFE_MS / 3_600_000,
    },
  };
}

/** Whether files can be forwarded; an address that is no URL is reported by the stage. */
export function endpointState(url: string | undefined): 'set' | 'unset' | 'invalid' {
  if (url === undefined) return 'unset';
  return URL.canParse(url) && /^https?:/i.test(url) ? 'set' : 'invalid';
}
