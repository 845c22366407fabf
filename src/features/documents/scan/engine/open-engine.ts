import { startDocumentsWorker } from '../../start-worker.ts';
import { EngineGone, type ScanEngine } from '../scan-engine.ts';
import { createRemoteEngine } from './remote-engine.ts';

/**
 * The engine, in its own worker. Close it when it is no longer needed: it holds a worker.
 *
 * @throws EngineGone if its scripts did not arrive, or workers of this browser cannot draw (Safari before 16.4)
 */
export async function openScanEngine(): Promise<ScanEngine> {
  const { engine, canDraw } = createRemoteEngine(startDocumentsWorker());
  if (await canDraw()) return engine;
  engine.close();
  throw new EngineGone('workers cannot draw');
}
