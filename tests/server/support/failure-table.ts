import type { Route, Trouble } from './upstream.ts';

/** One line of docs/develop/failures.md: what the outside does at a stage, what the applicant sees, what happens next. */
export interface FailureRow {
  readonly kind: 'student' | 'short' | 'agent';
  readonly stage: string;
  readonly route: Route;
  /** `RECORDS_UNKNOWN_OUTCOME`; the default unless given. */
  readonly records?: 'resend';
  /** In words, for the document. */
  readonly outside: string;
  readonly trouble: Trouble;
  /** What the next call meets; the same again, unless given. */
  readonly next?: Trouble;
  /** Happens this often before the outside is well again; always, unless given. */
  readonly times?: number;
  /** `processed`: the applicant sees nothing of it. */
  readonly sees: 'processed' | { readonly code: string; readonly message: string; readonly detail?: string };
  /** Who continues: the server automatically as well, the applicant's second PUT only, or the staff only. */
  readonly continuesBy?: 'the server' | 'second PUT' | 'the staff';
  /** A PUT with changed answers while it is in error. */
  readonly changed?: 'taken' | 'ALREADY_SUBMITTED' | 'SUBMISSION_IN_PROGRESS';
  /** Calls of that route in all, once it is processed or held. */
  readonly calls: number;
}

const VALIDATION = { code: 'CRICOS_VALIDATION_FAILED', message: 'CRICOS validation failed' };
const SUBMISSION = { code: 'CRICOS_SUBMISSION_FAILED', message: 'CRICOS submission failed' };
const WORKFLOW = { code: 'POWER_AUTOMATE_ERROR', message: 'Power Automate submission failed' };
const FILES = { code: 'POWER_AUTOMATE_ERROR', message: 'File forwarding failed' };
const HELD = {
  code: 'UNKNOWN_OUTCOME',
  message:
    'The college is checking whether your application has arrived in its records. You do not need to do anything.',
};
const SIGN_IN_PAGE = '<!DOCTYPE html>\n<html><title>Sign in to your account</title></html>';
const said = (status: number) => `Power Automate flow call failed: ${status} - {"message":"refused"}`;

const validation = { kind: 'student', stage: 'cricos-validation', route: 'validate' } as const;
const submission = { kind: 'student', stage: 'cricos-submission', route: 'offers' } as const;
const resent = { ...submission, records: 'resend' } as const;
const workflow = { kind: 'student', stage: 'power-automate', route: 'studentWorkflow' } as const;
const files = { kind: 'student', stage: 'file-forwarding', route: 'fileWorkflow' } as const;
const short = { kind: 'short', stage: 'power-automate', route: 'studentFlow' } as const;
const agent = { kind: 'agent', stage: 'power-automate', route: 'agentFlow' } as const;

const byServer = { continuesBy: 'the server' } as const;
const secondPut = { continuesBy: 'second PUT' } as const;
const taken = { changed: 'taken' } as const;
const accepted = { changed: 'ALREADY_SUBMITTED' } as const;
const open = { changed: 'SUBMISSION_IN_PROGRESS' } as const;
const held = { sees: HELD, continuesBy: 'the staff', ...open } as const;

const rejected = (body: object) => ({ status: 200, body: { IsSuccess: false, ...body } });

/** The failure table. Tries in place are three; a call that was waited for too long is not repeated in place. */
export const FAILURES: readonly FailureRow[] = [
  {
    ...validation,
    outside: 'rejects with itemList',
    trouble: rejected({ itemList: { E1: 'Passport is in use', E2: 'Closed' } }),
    sees: { ...VALIDATION, message: '2 validation errors found' },
    ...secondPut,
    ...taken,
    calls: 2,
  },
  {
    ...validation,
    outside: '400 with ModelState',
    trouble: { status: 400, body: { Message: 'Invalid', ModelState: { 'offer.Email': ['Refused'] } } },
    sees: { ...VALIDATION, message: '1 validation errors found' },
    ...secondPut,
    ...taken,
    calls: 2,
  },
  {
    ...validation,
    outside: 'rejects with Message only',
    trouble: rejected({ Message: 'Known already' }),
    sees: VALIDATION,
    ...secondPut,
    ...taken,
    calls: 2,
  },
  { ...validation, outside: '500 once', trouble: { status: 500 }, times: 1, sees: 'processed', calls: 2 },
  {
    ...validation,
    outside: '503',
    trouble: { status: 503 },
    sees: { ...VALIDATION, detail: 'Answered with 503' },
    ...byServer,
    ...taken,
    calls: 4,
  },
  {
    ...validation,
    outside: '403',
    trouble: { status: 403 },
    sees: { ...VALIDATION, detail: 'Answered with 403' },
    ...secondPut,
    ...taken,
    calls: 2,
  },
  {
    ...validation,
    outside: 'answers garbage',
    trouble: 'garbage',
    sees: { ...VALIDATION, detail: 'The answer could not be read' },
    ...byServer,
    ...taken,
    calls: 4,
  },
  {
    ...validation,
    outside: 'answers half',
    trouble: 'cut',
    sees: { ...VALIDATION, detail: 'The answer could not be read' },
    ...byServer,
    ...taken,
    calls: 4,
  },
  {
    ...validation,
    outside: 'cuts the connection',
    trouble: 'unanswered',
    sees: { ...VALIDATION, detail: 'No answer came' },
    ...byServer,
    ...taken,
    calls: 4,
  },
  {
    ...validation,
    outside: 'never answers',
    trouble: 'silent',
    sees: { ...VALIDATION, detail: 'No answer came' },
    ...byServer,
    ...taken,
    calls: 4,
  },
  {
    ...submission,
    outside: '400 with ModelState',
    trouble: { status: 400, body: { ModelState: { 'offer.DoB': ['Too young'] } } },
    sees: SUBMISSION,
    ...secondPut,
    ...taken,
    calls: 2,
  },
  {
    ...submission,
    outside: 'ok, but IsSuccess is false',
    trouble: rejected({ Message: 'Full' }),
    sees: SUBMISSION,
    ...secondPut,
    ...taken,
    calls: 2,
  },
  { ...submission, outside: 'ok with garbage', trouble: 'garbage', times: 1, sees: 'processed', calls: 1 },
  {
    ...submission,
    outside: '503',
    trouble: { status: 503 },
    sees: { ...SUBMISSION, detail: 'Answered with 503' },
    ...byServer,
    ...taken,
    calls: 4,
  },
  { ...submission, outside: '429, once', trouble: { status: 429 }, times: 1, sees: 'processed', calls: 2 },
  {
    ...submission,
    outside: 'does it and cuts the connection',
    trouble: 'unanswered',
    ...held,
    calls: 1,
  },
  {
    ...submission,
    outside: 'answers half',
    trouble: 'cut',
    ...held,
    calls: 1,
  },
  {
    ...submission,
    outside: 'never answers',
    trouble: 'silent',
    ...held,
    calls: 1,
  },
  {
    ...submission,
    outside: '500',
    trouble: { status: 500 },
    ...held,
    calls: 1,
  },
  {
    ...submission,
    outside: '502 of a gateway',
    trouble: { status: 502 },
    ...held,
    calls: 1,
  },
  {
    ...submission,
    outside: '504 of a gateway',
    trouble: { status: 504 },
    ...held,
    calls: 1,
  },
  {
    ...resent,
    outside: 'does it and cuts the connection, once',
    trouble: 'unanswered',
    times: 1,
    sees: 'processed',
    calls: 2,
  },
  {
    ...resent,
    outside: 'does it and cuts the connection',
    trouble: 'unanswered',
    sees: { ...SUBMISSION, detail: 'No answer came' },
    ...byServer,
    ...open,
    calls: 4,
  },
  {
    ...resent,
    outside: 'answers half',
    trouble: 'cut',
    sees: { ...SUBMISSION, detail: 'The answer broke off' },
    ...byServer,
    ...open,
    calls: 4,
  },
  {
    ...resent,
    outside: 'never answers',
    trouble: 'silent',
    sees: { ...SUBMISSION, detail: 'No answer came' },
    ...byServer,
    ...open,
    calls: 4,
  },
  {
    ...resent,
    outside: '500',
    trouble: { status: 500 },
    sees: { ...SUBMISSION, detail: 'Answered with 500' },
    ...byServer,
    ...open,
    calls: 4,
  },
  {
    ...resent,
    outside: '504 of a gateway',
    trouble: { status: 504 },
    sees: { ...SUBMISSION, detail: 'Answered with 504' },
    ...byServer,
    ...open,
    calls: 4,
  },
  {
    ...resent,
    outside: 'does it and cuts the connection, then 409',
    trouble: 'unanswered',
    next: { status: 409, body: { Message: 'Known already' } },
    ...held,
    calls: 2,
  },
  {
    ...resent,
    outside: '504 of a gateway, then 403',
    trouble: { status: 504 },
    next: { status: 403 },
    ...held,
    calls: 2,
  },
  {
    ...workflow,
    outside: '400',
    trouble: { status: 400 },
    sees: { ...WORKFLOW, detail: said(400) },
    ...secondPut,
    ...accepted,
    calls: 2,
  },
  {
    ...workflow,
    outside: '401',
    trouble: { status: 401 },
    sees: { ...WORKFLOW, detail: said(401) },
    ...byServer,
    ...accepted,
    calls: 2,
  },
  {
    ...workflow,
    outside: '403',
    trouble: { status: 403 },
    sees: { ...WORKFLOW, detail: said(403) },
    ...byServer,
    ...accepted,
    calls: 2,
  },
  {
    ...workflow,
    outside: '404',
    trouble: { status: 404 },
    sees: { ...WORKFLOW, detail: said(404) },
    ...byServer,
    ...accepted,
    calls: 2,
  },
  {
    ...workflow,
    outside: '410',
    trouble: { status: 410 },
    sees: { ...WORKFLOW, detail: said(410) },
    ...byServer,
    ...accepted,
    calls: 2,
  },
  {
    ...workflow,
    outside: '302 to a sign-in page',
    trouble: { status: 302 },
    sees: { ...WORKFLOW, detail: said(302) },
    ...byServer,
    ...accepted,
    calls: 2,
  },
  {
    ...workflow,
    outside: 'ok with a sign-in page',
    trouble: { status: 200, body: SIGN_IN_PAGE },
    sees: { ...WORKFLOW, detail: 'Power Automate flow call failed: 200 - a web page instead of an answer' },
    ...byServer,
    ...accepted,
    calls: 2,
  },
  {
    ...workflow,
    outside: 'does it and cuts the connection, then 404',
    trouble: 'unanswered',
    next: { status: 404 },
    ...held,
    ...accepted,
    calls: 2,
  },
  {
    ...workflow,
    outside: '429 with Retry-After, once',
    trouble: { status: 429, retryAfter: 1 },
    times: 1,
    sees: 'processed',
    calls: 2,
  },
  {
    ...workflow,
    outside: '500',
    trouble: { status: 500 },
    sees: { ...WORKFLOW, detail: said(500) },
    ...byServer,
    ...accepted,
    calls: 4,
  },
  { ...workflow, outside: 'ok with garbage', trouble: 'garbage', times: 1, sees: 'processed', calls: 1 },
  { ...workflow, outside: 'ok, and half an answer', trouble: 'cut', times: 1, sees: 'processed', calls: 1 },
  {
    ...workflow,
    outside: 'does it and cuts the connection',
    trouble: 'unanswered',
    sees: { ...WORKFLOW, code: 'NETWORK_ERROR', detail: 'No answer came' },
    ...byServer,
    ...accepted,
    calls: 4,
  },
  {
    ...workflow,
    outside: 'never answers',
    trouble: 'silent',
    sees: { ...WORKFLOW, code: 'NETWORK_ERROR', detail: 'No answer came' },
    ...byServer,
    ...accepted,
    calls: 4,
  },
  {
    ...files,
    outside: '400',
    trouble: { status: 400 },
    sees: { ...FILES, detail: said(400) },
    ...secondPut,
    ...accepted,
    calls: 2,
  },
  {
    ...files,
    outside: '401',
    trouble: { status: 401 },
    sees: { ...FILES, code: 'CONFIGURATION_ERROR', detail: said(401) },
    ...byServer,
    ...accepted,
    calls: 2,
  },
  {
    ...files,
    outside: '404',
    trouble: { status: 404 },
    sees: { ...FILES, code: 'CONFIGURATION_ERROR', detail: said(404) },
    ...byServer,
    ...accepted,
    calls: 2,
  },
  {
    ...files,
    outside: '410',
    trouble: { status: 410 },
    sees: { ...FILES, detail: said(410) },
    ...byServer,
    ...accepted,
    calls: 2,
  },
  {
    ...files,
    outside: '503',
    trouble: { status: 503 },
    sees: { ...FILES, detail: said(503) },
    ...byServer,
    ...accepted,
    calls: 4,
  },
  {
    ...files,
    outside: 'does it and cuts the connection',
    trouble: 'unanswered',
    sees: { ...FILES, code: 'NETWORK_ERROR', detail: 'No answer came' },
    ...byServer,
    ...accepted,
    calls: 4,
  },
  {
    ...files,
    outside: 'does it and cuts the connection, then 400',
    trouble: 'unanswered',
    next: { status: 400 },
    ...held,
    ...accepted,
    calls: 2,
  },
  {
    ...files,
    outside: 'never answers',
    trouble: 'silent',
    sees: { ...FILES, code: 'NETWORK_ERROR', detail: 'No answer came' },
    ...byServer,
    ...accepted,
    calls: 4,
  },
  {
    ...short,
    outside: '400',
    trouble: { status: 400 },
    sees: { code: 'POWER_AUTOMATE_ERROR', message: `Student application submission failed: ${said(400)}` },
    ...secondPut,
    ...taken,
    calls: 2,
  },
  {
    ...short,
    outside: '404',
    trouble: { status: 404 },
    sees: { code: 'POWER_AUTOMATE_ERROR', message: `Student application submission failed: ${said(404)}` },
    ...byServer,
    ...taken,
    calls: 2,
  },
  {
    ...short,
    outside: 'ok with a sign-in page',
    trouble: { status: 200, body: SIGN_IN_PAGE },
    sees: {
      code: 'POWER_AUTOMATE_ERROR',
      message:
        'Student application submission failed: Power Automate flow call failed: 200 - a web page instead of an answer',
    },
    ...byServer,
    ...taken,
    calls: 2,
  },
  {
    ...short,
    outside: '503',
    trouble: { status: 503 },
    sees: { code: 'POWER_AUTOMATE_ERROR', message: `Student application submission failed: ${said(503)}` },
    ...byServer,
    ...taken,
    calls: 4,
  },
  {
    ...short,
    outside: '500',
    trouble: { status: 500 },
    sees: { code: 'POWER_AUTOMATE_ERROR', message: `Student application submission failed: ${said(500)}` },
    ...byServer,
    ...open,
    calls: 4,
  },
  { ...short, outside: '500, then 409', trouble: { status: 500 }, next: { status: 409 }, ...held, calls: 2 },
  { ...short, outside: 'ok with garbage', trouble: 'garbage', times: 1, sees: 'processed', calls: 1 },
  {
    ...short,
    outside: 'does it and cuts the connection',
    trouble: 'unanswered',
    sees: { code: 'NETWORK_ERROR', message: 'Student application submission failed: No answer came' },
    ...byServer,
    ...open,
    calls: 4,
  },
  {
    ...agent,
    outside: '400 with a message',
    trouble: { status: 400, body: { message: 'Agency is known' } },
    sees: { code: 'POWER_AUTOMATE_ERROR', message: 'Agent application submission failed: Agency is known' },
    ...secondPut,
    ...taken,
    calls: 2,
  },
  {
    ...agent,
    outside: '422 without a message',
    trouble: { status: 422, body: 'no' },
    sees: {
      code: 'POWER_AUTOMATE_ERROR',
      message: 'Agent application submission failed: Power Automate flow call failed: 422 - no',
    },
    ...secondPut,
    ...taken,
    calls: 2,
  },
  {
    ...agent,
    outside: '401 with a message',
    trouble: { status: 401, body: { message: 'The signature is invalid' } },
    sees: { code: 'POWER_AUTOMATE_ERROR', message: 'Agent application submission failed: The signature is invalid' },
    ...byServer,
    ...taken,
    calls: 2,
  },
  {
    ...agent,
    outside: 'never answers',
    trouble: 'silent',
    sees: { code: 'NETWORK_ERROR', message: 'Agent application submission failed: No answer came' },
    ...byServer,
    ...open,
    calls: 4,
  },
];

const HEAD = ['stage', 'the outside', 'the applicant sees', 'continues by', 'a changed PUT'];

/** The table of docs/develop/failures.md: troubles of a stage that have the same effect share a line. A stage is named once. */
export function renderFailures(): string {
  const lines = new Map<string, { readonly cells: readonly string[]; readonly outside: string[] }>();
  for (const { kind, stage, records, outside, sees, continuesBy, changed } of FAILURES) {
    const cells = [
      `${kind} \`${stage}\`${records === undefined ? '' : `, ${records}`}`,
      sees === 'processed' ? 'nothing' : `\`${sees.code}\``,
      continuesBy ?? '-',
      changed ?? '-',
    ];
    const key = cells.join('|');
    const line = lines.get(key) ?? { cells, outside: [] };
    line.outside.push(outside);
    lines.set(key, line);
  }
  let above: string | undefined;
  const rows = [...lines.values()].map(({ cells: [stage = '', ...others], outside }) => {
    const where = stage === above ? '' : stage;
    above = stage;
    return [where, outside.join('; '), ...others];
  });
  return [HEAD, HEAD.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
