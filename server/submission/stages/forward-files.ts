import type { DocumentReference } from '#contract/applications.ts';
import { TOTAL_DOCUMENT_BYTES } from '#domain/student/documents.ts';
import { outgoingNames } from '#domain/submission/file-names.ts';
import { CallFailure, unconfiguredService } from '../../ports/call-failure.ts';
import type { OutgoingFile, Workflow } from '../../ports/workflow.ts';
import { batches } from '../file-batches.ts';
import { assertNoneLost } from '../lost-documents.ts';
import { mediaTypeOf } from '../media-types.ts';
import { preparedStudent } from '../prepared.ts';
import { flowReason, isNetworkFailure } from '../reasons.ts';
import { type Stage, StageRejected } from '../stage.ts';
import type { OutgoingDocuments } from '../verified-files.ts';

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
}

/** Forwards the documents to the file workflow, in several calls where they are too large for one. */
export function forwardFiles({ workflow, files, endpoint, maxBytes }: ForwardingOptions): Stage<'file-forwarding'> {
  return {
    name: 'file-forwarding',
    repetition: 'keyed',
    run: async ({ body, outputs, key, progress, keep }) => {
      if (body.documents.length === 0) return { skipped: true };
      if (endpoint === 'unset') {
        // Accepted to be forwarded: that the address is missing now is a mistake, and must not lose the documents.
        if (body.destination?.files) throw unconfiguredService();
        return { skipped: true };
      }
      if (endpoint === 'invalid') throw rejected('CONFIGURATION_ERROR', 'The address of the file workflow is no URL');
      const { subject } = preparedStudent(outputs);
      let { calls, documents } = sentSoFar(progress());
      const lost = (byContent = false) =>
        assertNoneLost(files, body, body.documents.slice(documents), { byContent, messageOf: () => MESSAGE });
      await lost();
      const rest = (await outgoing(body.documents, files)).slice(documents);
      const waiting = batches(subject, rest, maxBytes);
      if (waiting === undefined) throw rejected('FILE_SIZE_ERROR', 'A document is too large for the file workflow');
      for (const batch of waiting) {
        const callKey = calls === 0 ? key : `${key}-f${calls + 1}`;
        await workflow.sendFiles({ subject, files: batch }, { key: callKey }).catch(async (failure) => {
          if (!(failure instanceof CallFailure)) await lost(true);
          throw failure;
        });
        calls += 1;
        documents += batch.length;
        if (documents < body.documents.length) await keep({ calls, documents } satisfies Sent);
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
}

function sentSoFar(progress: unknown): Sent {
  if (typeof progress === 'object' && progress !== null && 'calls' in progress && 'documents' in progress) {
    return { calls: Number(progress.calls), documents: Number(progress.documents) };
  }
  return { calls: 0, documents: 0 };
}

async function outgoing(
  documents: readonly DocumentReference[],
  files: OutgoingDocuments,
): Promise<readonly OutgoingFile[]> {
  if (documents.reduce((sum, { size }) => sum + size, 0) > TOTAL_DOCUMENT_BYTES) {
    throw rejected('FILE_SIZE_ERROR', 'Total file size exceeds 100MB limit');
  }
  const named = documents.map(async (document) => ({ name: document.name, kind: await files.kind(document) }));
  const names = outgoingNames(await Promise.all(named));
  return documents.map((document, i) => {
    const filename = names[i] ?? '';
    return {
      filename,
      type: mediaTypeOf(filename),
      size: document.size,
      open: () => files.open(document),
    };
  });
}

function rejected(code: string, detail: string): StageRejected {
  return new StageRejected({ code, message: MESSAGE, detail });
}

/** The specification's file errors (spec §8, contract §7 "Stage messages"). */
function codeOf(failure: unknown): string {
  if (!(failure instanceof CallFailure)) return 'UNKNOWN_ERROR';
  if (isNetworkFailure(failure)) return 'NETWORK_ERROR';
  return MISCONFIGURED.has(failure.status ?? 0) ? 'CONFIGURATION_ERROR' : 'POWER_AUTOMATE_ERROR';
}
