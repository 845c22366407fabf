import type { DocumentReference } from '#contract/applications.ts';
import { STUDENT_STAGES } from '#tests/support/student-stages.ts';
import type { Answer, SentRequest } from './network.ts';
import { createUploads } from './server-uploads.ts';
import type { VirtualTime } from './virtual-time.ts';

interface Body {
  readonly values: Readonly<Record<string, unknown>>;
  readonly documents: readonly DocumentReference[];
}
/** A PUT that reached the server, and its answer. */
interface Put {
  readonly id: string;
  readonly text: string;
  readonly body: Body;
  readonly status: number;
}
/** An effect outside the server for a submission, which must never happen twice. */
interface Effect {
  readonly id: string;
  readonly values: Body['values'];
  /** By slot: the forwarded bytes. */
  readonly documents: Readonly<Record<string, string>>;
}
interface Submission {
  text: string;
  body: Body;
  status: 'processing' | 'processed';
}

/** The longest time for a submission. */
const WORK_MS = 8000;
const problem = (status: number, code: string, fieldErrors = {}): Answer => ({
  status,
  headers: { 'Content-Type': 'application/problem+json' },
  body: JSON.stringify({ type: 'about:blank', title: code, status, code, fieldErrors }),
});

/** Our server as browsers see it (R11.3): uploads, PUT by id, and the state of a submission. */
export function createServer(time: VirtualTime, random: () => number) {
  const submissions = new Map<string, Submission>();
  const puts: Put[] = [];
  const effects: Effect[] = [];
  const state = { refusesNext: 0 };
  const uploads = createUploads(time, (uploadId) =>
    [...submissions.values()].some(({ body }) => body.documents.some((one) => one.uploadId === uploadId)),
  );

  const isWhole = (id: string, { uploadId, slot, size }: DocumentReference): boolean => {
    const upload = uploads.find(uploadId);
    return upload?.draftId === id && upload.slot === slot && upload.size === size && upload.bytes.length === size;
  };
  const answerOf = (id: string, { status }: Submission): Answer => ({
    status: 202,
    body: JSON.stringify({
      id,
      kind: 'student',
      status,
      stages: STUDENT_STAGES.map((name) => ({ name, state: status === 'processed' ? 'completed' : 'pending' })),
      ...(status === 'processed' && { offerId: `OFFER_${id}`, submittedAt: new Date(time.now()).toISOString() }),
    }),
  });

  function process(id: string, submission: Submission): void {
    const { values, documents } = submission.body;
    const forwarded = documents.map(({ slot, uploadId }) => [slot, uploads.find(uploadId)?.bytes ?? 'gone']);
    effects.push({ id, values, documents: Object.fromEntries(forwarded) });
    submission.status = 'processed';
  }

  function put(id: string, text: string, body: Body): Answer {
    const present = submissions.get(id);
    if (present?.text === text) return answerOf(id, present);
    if (present?.status === 'processed') return problem(409, 'ALREADY_SUBMITTED');
    if (present !== undefined) return problem(409, 'SUBMISSION_IN_PROGRESS');
    if (state.refusesNext > 0) {
      state.refusesNext -= 1;
      return problem(422, 'VALIDATION_FAILED', { firstName: 'Please enter your first name' });
    }
    const refused = body.documents.filter((one) => !isWhole(id, one)).map(({ slot }) => [slot, 'has no such upload']);
    if (refused.length > 0) return problem(422, 'UPLOAD_MISMATCH', Object.fromEntries(refused));
    const submission: Submission = { text, body, status: 'processing' };
    submissions.set(id, submission);
    time.after(WORK_MS * random(), `submission ${id}`, () => process(id, submission));
    return answerOf(id, submission);
  }

  function serve(request: SentRequest): Answer {
    const { method, path } = request;
    if (path.startsWith('/api/uploads')) return uploads.serve(request);
    const [, api, room, id = ''] = path.split('/');
    if (api === 'healthz') return { status: 200, body: JSON.stringify({ status: 'ok' }) };
    if (method === 'PUT' && room === 'student-applications') {
      const text = new TextDecoder().decode(request.body);
      const body: Body = JSON.parse(text);
      const answer = put(id, text, body);
      puts.push({ id, text, body, status: answer.status });
      return answer;
    }
    const submission = room === 'submissions' ? submissions.get(id) : undefined;
    return submission ? { ...answerOf(id, submission), status: 200 } : problem(404, 'NOT_FOUND');
  }

  return { serve, state, uploads, puts, effects, has: (id: string) => submissions.has(id) };
}
