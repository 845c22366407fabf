import { proxy, transfer } from 'comlink';
import { startDocumentsWorker } from '../../start-worker.ts';
import { BeyondLimit, EngineGone, type ScanEngine, UnreadablePdf, UnreadablePicture } from '../scan-engine.ts';

/**
 * The engine, in its own worker. Close it when it is no longer needed: it holds a worker.
 *
 * @throws EngineGone if its scripts did not arrive, or workers of this browser cannot draw (Safari before 16.4)
 */
export async function openScanEngine(): Promise<ScanEngine> {
  const { service, ask: answered, end } = startDocumentsWorker();
  const ask = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await answered(answer);
    } catch (failure) {
      throw asThrown(failure);
    }
  };
  const engine: ScanEngine = {
    readPhoto: (file, isWhole = false) => ask(service.readPhoto(file, isWhole)),
    readPdf: (file, onPage, first) => ask(service.readPdf(file, proxy(onPage), first)),
    preview: (page, bytes, longest) => ask(service.preview(page, bytes, longest)),
    makePdf(pages, bytesOf, onProgress) {
      const moved = async (id: string) => {
        const bytes = await bytesOf(id);
        return transfer(bytes, [bytes]);
      };
      return ask(service.makePdf(pages, proxy(moved), proxy(onProgress)));
    },
    combine: (files) => ask(service.combine(files)),
    close: end,
  };
  if (await ask(service.canDraw())) return engine;
  end();
  throw new EngineGone('workers cannot draw');
}

/** A worker's errors arrive as plain ones. Only their names say what was thrown. */
function asThrown(failure: unknown): unknown {
  if (!(failure instanceof Error)) return failure;
  if (failure.name === 'EngineGone' || failure.name === 'WorkerGone')
    return new EngineGone(failure.message, { cause: failure });
  if (failure.name === 'UnreadablePicture') return new UnreadablePicture(failure.message, { cause: failure });
  if (failure.name === 'UnreadablePdf')
    return new UnreadablePdf(reasonOf(failure, ['encrypted', 'broken', 'undrawable']), { cause: failure });
  if (failure.name === 'BeyondLimit')
    return new BeyondLimit(reasonOf(failure, ['pixels', 'pages', 'pictures']), { cause: failure });
  return failure;
}

/** The reason in the error's message; the first one if it has another message. */
function reasonOf<Reason extends string>({ message }: Error, known: readonly [Reason, ...Reason[]]): Reason {
  return known.find((reason) => reason === message) ?? known[0];
}
