import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import { CallFailure, unconfiguredService } from '../../ports/call-failure.ts';
import type { FileMessage, Workflow } from '../../ports/workflow.ts';
import { assertNoneLost } from '../lost-documents.ts';
import type { OutgoingDocuments } from '../outgoing-documents.ts';
import { flowReason, isNetworkFailure, type Stage, StageRejected, type UnknownOutcome } from '../stage.ts';
import { preparedStudent } from './prepare-student.ts';

const MESSAGE = 'File forwarding failed';
/** Answers that say that the workflow is not where, or not open as, it was configured. */
const MISCONFIGURED = new Set([401, 403, 404]);

export interface ForwardingOptions {
  readonly workflow: Pick<Workflow, 'sendFiles'>;
  readonly files: OutgoingDocuments;
  /** `unset` skips the stage; `invalid` is an address that is none. */
  readonly endpoint: 'set' | 'unset' | 'invalid';
  /** The largest JSON the workflow takes; no limit when undefined. */
  readonly maxBytes?: number | undefined;
  /** `UNKNOWN_OUTCOME` (R7.25). */
  readonly unknownOutcome: UnknownOutcome;
}

/** Forwards the documents to the file workflow, in several calls where they are too large for one. */
export function forwardFiles(options: ForwardingOptions): Stage<'file-forwarding'> {
  const { workflow, files, endpoint, maxBytes, unknownOutcome } = options;
  return {
    name: 'file-forwarding',
    repetition: unknownOutcome,
    hasSeveralCalls: true,
    run: async ({ record, body, outputs, key, leaving, progress, saveProgress, mayBeDone, isAccepted }) => {
      if (body.documents.length === 0) return { skipped: true };
      const isToBeForwarded = body.destination?.files === true || progress() !== undefined;
      if (endpoint === 'unset') {
        // Accepted to be forwarded, or begun: that the address is missing now is a mistake, and must not lose documents.
        if (isToBeForwarded) throw unconfiguredService();
        return { skipped: true };
      }
      if (endpoint === 'invalid') throw new CallFailure('unconfigured', 'The address of the file workflow is no URL');
      const { subject } = preparedStudent(outputs);
      const message = { subject, offerId: record.offerId ?? '', submissionId: record.id };
      let { calls, documents, cutBy: noted = body.destination?.filesMaxBytes } = sentSoFar(progress());
      // A call that may have been made is repeated under its key with the documents that it had, whatever the limit is now.
      const cutBy = (mayBeDone || isAccepted()) && noted !== undefined ? noted : (maxBytes ?? null);
      if (body.documents.reduce((sum, { size }) => sum + size, 0) > TOTAL_DOCUMENT_BYTES) {
        throw rejected('FILE_SIZE_ERROR', 'Total file size exceeds 100MB limit');
      }
      const rest = (await files.files(body.documents)).slice(documents);
      const waiting = batches(message, rest, cutBy);
      // A server without the address accepted it, or one with another limit. From now on none may skip what this one has
      // begun, nor cut it in another way.
      if (noted !== cutBy && !isAccepted()) await saveProgress({ calls, documents, cutBy } satisfies Sent);
      for (const batch of waiting) {
        const callKey = calls === 0 ? key : `${key}-f${calls + 1}`;
        // Of an accepted call only its progress is still to be kept; after that, no other is known to be accepted.
        const call = { key: callKey, leaving };
        const sending = isAccepted() ? undefined : workflow.sendFiles({ ...message, files: batch }, call);
        await sending?.catch(async (failure) => {
          if (!(failure instanceof CallFailure)) {
            await assertNoneLost(files, body, body.documents.slice(documents), () => MESSAGE);
          }
          throw failure;
        });
        calls += 1;
        documents += batch.length;
        if (documents < body.documents.length)
          await saveProgress({ calls, documents, cutBy } satisfies Sent, 'confirmed');
      }
      return {};
    },
    explain: (failure) => ({ code: codeOf(failure), message: MESSAGE, detail: flowReason(failure) }),
  };
}

/** What the file workflow has confirmed: a repetition sends only the rest, under the keys that follow. */
interface Sent {
  readonly calls: number;
  readonly documents: number;
  /** The largest JSON in bytes that the rest is cut by, null without a limit; left out by releases before. */
  readonly cutBy?: number | null;
}

function sentSoFar(progress: unknown): Sent {
  if (typeof progress === 'object' && progress !== null && 'calls' in progress && 'documents' in progress) {
    const sent = { calls: Number(progress.calls), documents: Number(progress.documents) };
    const cutBy = 'cutBy' in progress ? progress.cutBy : undefined;
    return typeof cutBy === 'number' || cutBy === null ? { ...sent, cutBy } : sent;
  }
  return { calls: 0, documents: 0 };
}

function rejected(code: string, detail: string): StageRejected {
  return new StageRejected({ code, message: MESSAGE, detail });
}

/** The file errors (R7.8). */
function codeOf(failure: unknown): string {
  if (!(failure instanceof CallFailure)) return 'UNKNOWN_ERROR';
  if (failure.kind === 'unconfigured') return 'CONFIGURATION_ERROR';
  if (isNetworkFailure(failure)) return 'NETWORK_ERROR';
  return MISCONFIGURED.has(failure.status ?? 0) ? 'CONFIGURATION_ERROR' : 'POWER_AUTOMATE_ERROR';
}

/** What every call of a submission says beside its files. */
type MessageHead = Omit<FileMessage, 'files'>;

interface SizedFile {
  readonly filename: string;
  readonly slot: string;
  readonly size: number;
}

/** At most as many bytes as one call with these files has. */
function callBytes(head: MessageHead, files: readonly SizedFile[]): number {
  const bytes = (json: object) => Buffer.byteLength(JSON.stringify(json));
  return files.reduce(
    (sum, { filename, slot, size }) => sum + bytes([{ filename, slot, content: '' }]) + Math.ceil(size / 3) * 4,
    bytes({ ...head, files: [] }),
  );
}

/**
 * Files in as few calls as their order allows, none over `maxBytes` (R9.8); a larger file has a call of its own. One
 * call without a limit. The same files and the same limit always give the same batches, so that every repetition uses
 * the same keys for the same files.
 */
function batches<F extends SizedFile>(
  head: MessageHead,
  files: readonly F[],
  maxBytes: number | null,
): readonly (readonly F[])[] {
  if (maxBytes === null) return [files];
  const calls: F[][] = [];
  for (const file of files) {
    const last = calls.at(-1);
    if (last && callBytes(head, [...last, file]) <= maxBytes) last.push(file);
    else calls.push([file]);
  }
  return calls;
}
