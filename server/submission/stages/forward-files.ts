import * as v from 'valibot';
import type { FileMessage } from '../../adapters/bodies.ts';
import { CallFailure, unconfiguredService } from '../../ports/call-failure.ts';
import { awaitSending } from '../lost-documents.ts';
import { flowReason, isNetworkFailure, type Stage, type StageDeps } from '../stage.ts';
import { preparedStudent } from './student.ts';

const MESSAGE = 'File forwarding failed';
/** Statuses that mean that the workflow is not at its configured address, or denies access. */
const MISCONFIGURED = new Set([401, 403, 404]);

/** Files confirmed by the file workflow: a retry sends only the rest, with the following keys. */
const Sent = v.object({
  calls: v.number(),
  documents: v.number(),
  /** The largest JSON in bytes that the rest is cut by, null without a limit; left out by earlier releases. */
  cutBy: v.optional(v.nullable(v.number())),
});
const readSent = v.parser(v.fallback(Sent, { calls: 0, documents: 0 }));

/** Forwards the documents to the file workflow, in several calls if they are too large for one. */
export function forwardFiles({
  workflow,
  files,
  unknownOutcome,
  fileWorkflow: { endpoint, maxBytes },
}: Pick<StageDeps, 'workflow' | 'files' | 'unknownOutcome' | 'fileWorkflow'>): Stage<'file-forwarding'> {
  return {
    name: 'file-forwarding',
    repetition: unknownOutcome.workflow,
    hasSeveralCalls: true,
    run: async ({ record, body, outputs, key, leaving, progress, saveProgress, mayBeDone, isAccepted }) => {
      if (body.documents.length === 0) return { skipped: true };
      if (endpoint === 'unset') {
        // The documents must be forwarded, or some were: the missing address is a mistake.
        if (body.destination?.files === true || progress !== undefined) throw unconfiguredService();
        return { skipped: true };
      }
      if (endpoint === 'invalid') throw new CallFailure('unconfigured', 'The address of the file workflow is no URL');
      const { subject } = preparedStudent(outputs);
      const message = { subject, offerId: record.offerId ?? '', submissionId: record.id };
      let { calls, documents, cutBy: noted = body.destination?.filesMaxBytes } = readSent(progress);
      // A call that may have been made is repeated with its key and the same documents, regardless of the current limit.
      const cutBy = (mayBeDone || isAccepted) && noted !== undefined ? noted : (maxBytes ?? null);
      const rest = (await files.files(body.documents)).slice(documents);
      const save = (call?: 'confirmed') => saveProgress({ calls, documents, cutBy }, call);
      // From now on no server may skip the documents or split them differently.
      if (noted !== cutBy && !isAccepted) await save();
      let isKnown = isAccepted;
      for (const batch of batches(message, rest, cutBy)) {
        if (!isKnown) {
          const call = { key: calls === 0 ? key : `${key}-f${calls + 1}`, leaving };
          const sending = workflow.sendFiles({ ...message, files: batch }, call);
          await awaitSending(sending, files, body, body.documents.slice(documents), () => MESSAGE);
        }
        isKnown = false;
        calls += 1;
        documents += batch.length;
        if (documents < body.documents.length) await save('confirmed');
      }
      return {};
    },
    explain: (failure) => ({ code: codeOf(failure), message: MESSAGE, detail: flowReason(failure) }),
  };
}

function codeOf(failure: unknown): string {
  if (!(failure instanceof CallFailure)) return 'UNKNOWN_ERROR';
  if (failure.kind === 'unconfigured' || MISCONFIGURED.has(failure.status ?? 0)) return 'CONFIGURATION_ERROR';
  return isNetworkFailure(failure) ? 'NETWORK_ERROR' : 'POWER_AUTOMATE_ERROR';
}

interface SizedFile {
  readonly filename: string;
  readonly slot: string;
  readonly size: number;
}

type MessageHead = Omit<FileMessage, 'files'>;

/** An upper bound of the bytes of one call with these files. */
function callBytes(head: MessageHead, files: readonly SizedFile[]): number {
  const bytes = (json: object) => Buffer.byteLength(JSON.stringify(json));
  return files.reduce(
    (sum, { filename, slot, size }) => sum + bytes([{ filename, slot, content: '' }]) + Math.ceil(size / 3) * 4,
    bytes({ ...head, files: [] }),
  );
}

/**
 * Splits files, in order, into calls of at most `maxBytes` (R9.8); a larger file gets its own call. Without a limit there
 * is one call. The result is deterministic, so that every retry uses the same keys for the same files.
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
