import type { Route, Trouble } from './upstream.ts';

/**
 * One line of docs/develop/failures.md: what an outside service does at a stage, what the applicant sees, what happens
 * next.
 */
export interface FailureRow {
  readonly kind: 'student' | 'short' | 'agent';
  readonly stage: string;
  readonly route: Route;
  /** The value of `RECORDS_UNKNOWN_OUTCOME`; the default if left out. */
  readonly records?: 'resend';
  /** The trouble in words, for the document. */
  readonly outside: string;
  readonly trouble: Trouble;
  /** The trouble of the next call; the same again if left out. */
  readonly next?: Trouble;
  /** How often it happens before the service works again; always if left out. */
  readonly times?: number;
  /** `processed`: the applicant does not notice it. */
  readonly sees: 'processed' | { readonly code: string; readonly message: string; readonly detail?: string };
  /** Who continues: the server automatically, only the applicant's second PUT, or only the staff. */
  readonly continuesBy?: 'the server' | 'second PUT' | 'the staff';
  /** The answer to a PUT with changed answers during the error. */
  readonly changed?: 'taken' | 'ALREADY_SUBMITTED' | 'SUBMISSION_IN_PROGRESS';
  /** The total number of calls of that route until it is processed or held. */
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
const UNHEARD = { code: 'NETWORK_ERROR', detail: 'No answer came' };
const SIGN_IN_PAGE = '<!DOCTYPE html>\n<html><title>Sign in to your account</title></html>';
const said = (status: number) => `Power Automate flow call failed: ${status} - {"message":"refused"}`;
const ofFlow = (message: string) => ({ code: 'POWER_AUTOMATE_ERROR', message });

type Failure = Exclude<FailureRow['sees'], 'processed'>;
interface Stage extends Pick<FailureRow, 'kind' | 'stage' | 'route' | 'records'> {
  /** The applicant's message for the service's text. */
  readonly fails: (said: string) => Failure;
}
const validation: Stage = {
  ...{ kind: 'student', stage: 'cricos-validation', route: 'validate' },
  fails: (detail) => ({ ...VALIDATION, detail }),
};
const submission: Stage = {
  ...{ kind: 'student', stage: 'cricos-submission', route: 'offers' },
  fails: (detail) => ({ ...SUBMISSION, detail }),
};
const resent: Stage = { ...submission, records: 'resend' };
const workflow: Stage = {
  ...{ kind: 'student', stage: 'power-automate', route: 'studentWorkflow' },
  fails: (detail) => ({ ...WORKFLOW, detail }),
};
const files: Stage = {
  ...{ kind: 'student', stage: 'file-forwarding', route: 'fileWorkflow' },
  fails: (detail) => ({ ...FILES, detail }),
};
const short: Stage = {
  ...{ kind: 'short', stage: 'power-automate', route: 'studentFlow' },
  fails: (text) => ofFlow(`Student application submission failed: ${text}`),
};
const agent: Stage = {
  ...{ kind: 'agent', stage: 'power-automate', route: 'agentFlow' },
  fails: (text) => ofFlow(`Agent application submission failed: ${text}`),
};

const taken = 'taken';
const accepted = 'ALREADY_SUBMITTED';
const open = 'SUBMISSION_IN_PROGRESS';

type Continues = NonNullable<FailureRow['continuesBy']>;
type Changed = NonNullable<FailureRow['changed']>;
/** A text is the applicant's message. `processed` means that the trouble ends after the first call. */
type Row =
  | readonly [outside: string, trouble: Trouble, sees: 'processed', calls: number]
  | readonly [
      ...[outside: string, trouble: Trouble, sees: string | Failure, continuesBy: Continues],
      ...[changed: Changed, calls: number, next?: Trouble],
    ];

const rows = ({ fails, ...stage }: Stage, table: readonly Row[]): readonly FailureRow[] =>
  table.map((row) => {
    if (row.length === 4) {
      const [outside, trouble, sees, calls] = row;
      return { ...stage, outside, trouble, times: 1, sees, calls };
    }
    const [outside, trouble, sees, continuesBy, changed, calls, next] = row;
    const failure = typeof sees === 'string' ? fails(sees) : sees;
    return { ...stage, outside, trouble, ...(next && { next }), sees: failure, continuesBy, changed, calls };
  });

const rejected = (body: object) => ({ status: 200, body: { IsSuccess: false, ...body } });

/** The failure table. There are three immediate tries; a call that timed out is not retried immediately. */
export const FAILURES: readonly FailureRow[] = [
  ...rows(validation, [
    [
      'rejects with itemList',
      rejected({ itemList: { E1: 'Passport is in use', E2: 'Closed' } }),
      { ...VALIDATION, message: '2 validation errors found' },
      'second PUT',
      taken,
      2,
    ],
    [
      '400 with ModelState',
      { status: 400, body: { Message: 'Invalid', ModelState: { 'offer.Email': ['Refused'] } } },
      { ...VALIDATION, message: '1 validation errors found' },
      'second PUT',
      taken,
      2,
    ],
    ['rejects with Message only', rejected({ Message: 'Known already' }), VALIDATION, 'second PUT', taken, 2],
    ['500 once', { status: 500 }, 'processed', 2],
    ['503', { status: 503 }, 'Answered with 503', 'the server', taken, 4],
    ['403', { status: 403 }, 'Answered with 403', 'the server', taken, 2],
    ['404', { status: 404 }, 'Answered with 404', 'the server', taken, 2],
    ['302 to a sign-in page', { status: 302 }, 'Answered with 302', 'the server', taken, 2],
    ['answers garbage', 'garbage', 'The answer could not be read', 'the server', taken, 4],
    ['answers half', 'cut', 'The answer could not be read', 'the server', taken, 4],
    ['cuts the connection', 'unanswered', 'No answer came', 'the server', taken, 4],
    ['never answers', 'silent', 'No answer came', 'the server', taken, 4],
  ]),
  ...rows(submission, [
    [
      '400 with ModelState',
      { status: 400, body: { ModelState: { 'offer.DoB': ['Too young'] } } },
      SUBMISSION,
      'second PUT',
      taken,
      2,
    ],
    ['ok, but IsSuccess is false', rejected({ Message: 'Full' }), SUBMISSION, 'second PUT', taken, 2],
    ['ok with garbage', 'garbage', 'processed', 1],
    ['403', { status: 403 }, 'Answered with 403', 'the server', taken, 2],
    [
      'ok with a sign-in page',
      { status: 200, body: SIGN_IN_PAGE },
      'A web page came instead of an answer',
      'the server',
      taken,
      2,
    ],
    ['503', { status: 503 }, 'Answered with 503', 'the server', taken, 4],
    ['429, once', { status: 429 }, 'processed', 2],
    ['does it and cuts the connection', 'unanswered', HELD, 'the staff', open, 1],
    ['answers half', 'cut', HELD, 'the staff', open, 1],
    ['never answers', 'silent', HELD, 'the staff', open, 1],
    ['500', { status: 500 }, HELD, 'the staff', open, 1],
    ['502 of a gateway', { status: 502 }, HELD, 'the staff', open, 1],
    ['504 of a gateway', { status: 504 }, HELD, 'the staff', open, 1],
  ]),
  ...rows(resent, [
    ['does it and cuts the connection, once', 'unanswered', 'processed', 2],
    ['does it and cuts the connection', 'unanswered', 'No answer came', 'the server', open, 4],
    ['answers half', 'cut', 'The answer broke off', 'the server', open, 4],
    ['never answers', 'silent', 'No answer came', 'the server', open, 4],
    ['500', { status: 500 }, 'Answered with 500', 'the server', open, 4],
    ['504 of a gateway', { status: 504 }, 'Answered with 504', 'the server', open, 4],
    [
      'does it and cuts the connection, then 409',
      'unanswered',
      HELD,
      'the staff',
      open,
      2,
      { status: 409, body: { Message: 'Known already' } },
    ],
    ['504 of a gateway, then 403', { status: 504 }, HELD, 'the staff', open, 2, { status: 403 }],
  ]),
  ...rows(workflow, [
    ['400', { status: 400 }, said(400), 'second PUT', accepted, 2],
    ['401', { status: 401 }, said(401), 'the server', accepted, 2],
    ['403', { status: 403 }, said(403), 'the server', accepted, 2],
    ['404', { status: 404 }, said(404), 'the server', accepted, 2],
    ['410', { status: 410 }, said(410), 'the server', accepted, 2],
    ['302 to a sign-in page', { status: 302 }, said(302), 'the server', accepted, 2],
    [
      'ok with a sign-in page',
      { status: 200, body: SIGN_IN_PAGE },
      'Power Automate flow call failed: 200 - a web page instead of an answer',
      'the server',
      accepted,
      2,
    ],
    ['does it and cuts the connection, then 404', 'unanswered', HELD, 'the staff', accepted, 2, { status: 404 }],
    ['429 with Retry-After, once', { status: 429, retryAfter: 1 }, 'processed', 2],
    ['500', { status: 500 }, said(500), 'the server', accepted, 4],
    ['ok with garbage', 'garbage', 'processed', 1],
    ['ok, and half an answer', 'cut', 'processed', 1],
    ['does it and cuts the connection', 'unanswered', { ...WORKFLOW, ...UNHEARD }, 'the server', accepted, 4],
    ['never answers', 'silent', { ...WORKFLOW, ...UNHEARD }, 'the server', accepted, 4],
  ]),
  ...rows(files, [
    ['400', { status: 400 }, said(400), 'second PUT', accepted, 2],
    ['401', { status: 401 }, { ...FILES, code: 'CONFIGURATION_ERROR', detail: said(401) }, 'the server', accepted, 2],
    ['404', { status: 404 }, { ...FILES, code: 'CONFIGURATION_ERROR', detail: said(404) }, 'the server', accepted, 2],
    ['410', { status: 410 }, said(410), 'the server', accepted, 2],
    ['503', { status: 503 }, said(503), 'the server', accepted, 4],
    ['does it and cuts the connection', 'unanswered', { ...FILES, ...UNHEARD }, 'the server', accepted, 4],
    ['does it and cuts the connection, then 400', 'unanswered', HELD, 'the staff', accepted, 2, { status: 400 }],
    ['never answers', 'silent', { ...FILES, ...UNHEARD }, 'the server', accepted, 4],
  ]),
  ...rows(short, [
    ['400', { status: 400 }, said(400), 'second PUT', taken, 2],
    ['404', { status: 404 }, said(404), 'the server', taken, 2],
    [
      'ok with a sign-in page',
      { status: 200, body: SIGN_IN_PAGE },
      'Power Automate flow call failed: 200 - a web page instead of an answer',
      'the server',
      taken,
      2,
    ],
    ['503', { status: 503 }, said(503), 'the server', taken, 4],
    ['500', { status: 500 }, said(500), 'the server', open, 4],
    ['500, then 409', { status: 500 }, HELD, 'the staff', open, 2, { status: 409 }],
    ['ok with garbage', 'garbage', 'processed', 1],
    [
      'does it and cuts the connection',
      'unanswered',
      { code: 'NETWORK_ERROR', message: 'Student application submission failed: No answer came' },
      'the server',
      open,
      4,
    ],
  ]),
  ...rows(agent, [
    [
      '400 with a message',
      { status: 400, body: { message: 'Agency is known' } },
      'Agency is known',
      'second PUT',
      taken,
      2,
    ],
    [
      '422 without a message',
      { status: 422, body: 'no' },
      'Power Automate flow call failed: 422 - no',
      'second PUT',
      taken,
      2,
    ],
    [
      '401 with a message',
      { status: 401, body: { message: 'The signature is invalid' } },
      'The signature is invalid',
      'the server',
      taken,
      2,
    ],
    [
      'never answers',
      'silent',
      { code: 'NETWORK_ERROR', message: 'Agent application submission failed: No answer came' },
      'the server',
      open,
      4,
    ],
  ]),
];

const HEAD = ['stage', 'the outside', 'the applicant sees', 'continues by', 'a changed PUT'];

/**
 * The table for docs/develop/failures.md: troubles of a stage with the same effect share a line. Each stage is named
 * once.
 */
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
