import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Answer, type Body, type Guard, type ReceivedFile, readJson, type Service } from './core/service.ts';

/**
 * The workflows for direct applications, for applications through an agent, and for e-mailing the applicant's
 * documents. The first two answer 202 without a body, as automation services do.
 */
export function workflowServices(guard: Guard): Service[] {
  const shared = { method: 'POST', keyed: true, guard } as const;
  const application = {
    ...shared,
    read: readJson,
    answer: ({ body }) =>
      isApplication(body.value) ? { status: 202, body: '' } : rejected('OfferId and SubmissionId are required.'),
    scenarios: { 'rejects-message': () => rejected('The application cannot be accepted at the moment.') },
  } as const satisfies Partial<Service>;
  return [
    { ...application, name: 'student-workflow', path: '/workflow/student' },
    { ...application, name: 'agent-workflow', path: '/workflow/agent' },
    {
      ...shared,
      name: 'file-workflow',
      path: '/workflow/files',
      read: readFiles,
      answer: ({ body }) => ({ status: 200, body: { status: 'sent', files: body.files.length } }),
      scenarios: { 'rejects-message': () => rejected('The mailbox is full.') },
    },
  ];
}

const rejected = (message: string): Answer => ({ status: 400, body: { error: { code: 'InvalidRequest', message } } });

function isApplication(value: unknown): boolean {
  const { OfferId, SubmissionId } = Object(value) as Record<string, unknown>;
  return typeof OfferId === 'string' && typeof SubmissionId === 'string';
}

/** Room for 100 MB of documents as base64. */
const LONGEST_MESSAGE = 192 * 1024 * 1024;

/** `value` has everything except the files; of a file only size and hash are kept. */
async function readFiles(request: IncomingMessage): Promise<Body> {
  const { value, ...read } = await readJson(request, LONGEST_MESSAGE);
  if (read.problem !== undefined) return { value, ...read };
  const { files: list, ...message } = Object(value) as { subject?: unknown; files?: unknown };
  const files = Array.isArray(list) ? list.flatMap(fileOf) : [];
  const isWhole = Array.isArray(list) && files.length > 0 && files.length === list.length;
  const problem =
    typeof message.subject !== 'string'
      ? 'The subject is missing.'
      : isWhole
        ? undefined
        : 'The files are missing or not base64.';
  return { ...read, value: message, files, ...(problem !== undefined && { problem }) };
}

function fileOf(item: unknown): ReceivedFile[] {
  const { filename, slot, content } = Object(item) as { filename?: unknown; slot?: unknown; content?: unknown };
  if (typeof filename !== 'string' || typeof content !== 'string') return [];
  const bytes = Buffer.from(content, 'base64');
  if (bytes.toString('base64') !== content) return [];
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return [{ filename, size: bytes.length, sha256, ...(typeof slot === 'string' && { slot }) }];
}
