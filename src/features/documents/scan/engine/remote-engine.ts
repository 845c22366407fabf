import { proxy, transfer, wrap } from 'comlink';
import type { DocumentsService } from '../../documents-worker.ts';
import { BeyondLimit, EngineGone, type ScanEngine, UnreadablePdf, UnreadablePicture } from '../scan-engine.ts';

interface RemoteEngine {
  readonly engine: ScanEngine;
  /** Whether the worker can draw. @throws EngineGone */
  canDraw(): Promise<boolean>;
}

/** The engine in a worker, as if it were here. */
export function createRemoteEngine(worker: Worker): RemoteEngine {
  const service = wrap<DocumentsService>(worker);
  let leave: (failure: EngineGone) => void = () => {};
  const gone = new Promise<never>((_resolve, reject) => {
    leave = reject;
  });
  gone.catch(() => {});
  // A script that did not arrive, or a mistake that nobody caught: calls that were made would never be answered.
  worker.addEventListener('error', ({ message }) => close(message));
  function close(why = 'closed'): void {
    leave(new EngineGone(why));
    worker.terminate();
  }
  const ask = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await Promise.race([answer, gone]);
    } catch (failure) {
      throw asThrown(failure);
    }
  };
  const engine: ScanEngine = {
    readPhoto: (file) => ask(service.readPhoto(file)),
    readPdf: (file, onPage, first) => withCallback(onPage, (keep) => ask(service.readPdf(file, proxy(keep), first))),
    preview: (page, bytes, longest) => ask(service.preview(page, bytes, longest)),
    makePdf(pages, bytesOf, onProgress) {
      const handOver = async (id: string) => {
        const bytes = await bytesOf(id);
        return transfer(bytes, [bytes]);
      };
      return withCallback(handOver, (read) => ask(service.makePdf(pages, proxy(read), proxy(onProgress))));
    },
    close: () => close(),
  };
  return { engine, canDraw: () => ask(service.canDraw()) };
}

/** Calls with a callback that the worker calls: what the callback throws is thrown here as it was, not as a copy. */
async function withCallback<Given, Taken, Answer>(
  callback: (given: Given) => Promise<Taken>,
  call: (callback: (given: Given) => Promise<Taken>) => Promise<Answer>,
): Promise<Answer> {
  let thrown: { readonly failure: unknown } | undefined;
  const watched = async (given: Given) => {
    try {
      return await callback(given);
    } catch (failure) {
      thrown ??= { failure };
      throw failure;
    }
  };
  try {
    return await call(watched);
  } catch (failure) {
    throw thrown === undefined ? failure : thrown.failure;
  }
}

/** Errors come from a worker as plain ones that are only named like what was thrown. */
function asThrown(failure: unknown): unknown {
  if (!(failure instanceof Error) || failure instanceof EngineGone) return failure;
  if (failure.name === 'EngineGone') return new EngineGone(failure.message, { cause: failure });
  if (failure.name === 'UnreadablePicture') return new UnreadablePicture(failure.message, { cause: failure });
  if (failure.name === 'UnreadablePdf')
    return new UnreadablePdf(reasonOf(failure, ['encrypted', 'broken', 'undrawable']), { cause: failure });
  if (failure.name === 'BeyondLimit')
    return new BeyondLimit(reasonOf(failure, ['pixels', 'pages', 'pictures']), { cause: failure });
  return failure;
}

/** The reason that stands for its message; the first one where it has another. */
function reasonOf<Reason extends string>({ message }: Error, known: readonly [Reason, ...Reason[]]): Reason {
  return known.find((reason) => reason === message) ?? known[0];
}
