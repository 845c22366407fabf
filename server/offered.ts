import type { Config } from '#contract/config.ts';
import { AGENT_INTRODUCTION } from '#domain/agency/introduction.ts';
import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import type { SubmissionKind } from '#domain/submission/stages.ts';
import type { ServerConfig } from './config.ts';
import type { Destination } from './submission/body.ts';
import { GENERIC_FILE_BYTES, GENERIC_FILE_COUNT } from './submission/slots.ts';

/** An upload that nobody submitted lives so long after its last byte. */
export const UPLOAD_LIFE_MS = 24 * 3_600_000;

/** The words of contract §7 "Not configured". */
export function notConfigured(config: ServerConfig, kind: SubmissionKind): string | undefined {
  if (kind === 'student') {
    if (config.records && config.studentWorkflowUrl) return undefined;
    return 'Application submission is not configured. Please contact support.';
  }
  if (kind === 'short') {
    return config.studentFlowUrl ? undefined : 'Student application Power Automate flow URL not configured';
  }
  if (config.agentFlowUrl || usesAgentMock(config)) return undefined;
  return 'Agent application Power Automate flow URL not configured';
}

/** Whether an agency's registration goes to the built-in mock submission, and so to nobody. */
export function usesAgentMock({ agentFlowUrl, agentFlowMock }: ServerConfig): boolean {
  return agentFlowUrl === undefined && agentFlowMock;
}

/** Where an application of a kind goes with this configuration. */
export function destinationOf(config: ServerConfig, kind: SubmissionKind): Destination {
  if (kind === 'student') return config.fileWorkflowUrl === undefined ? {} : { files: true };
  return kind === 'agent' && usesAgentMock(config) ? { mock: true } : {};
}

/** The part of the configuration that the page may know (contract §4 `GET /api/config`). */
export function publicConfig(config: ServerConfig): Config {
  return {
    demo: config.demo,
    devTools: config.devTools,
    ...(config.devTools && { timeZone: config.timeZone }),
    flows: {
      student: config.records !== undefined && config.studentWorkflowUrl !== undefined,
      agent: config.agentFlowUrl !== undefined,
      shortForm: config.studentFlowUrl !== undefined,
      files: config.fileWorkflowUrl !== undefined,
    },
    ...(usesAgentMock(config) ? { agentMock: true } : {}),
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
