import type { ScanEngine } from '../scan-engine.ts';
import { createLocalEngine } from './local-engine.ts';
import { pageCanvases } from './page-canvases.ts';
import { createRemoteEngine } from './remote-engine.ts';

/**
 * The engine, in a worker of its own where workers of this browser can draw, else on the main thread. Close it when it is
 * no longer needed: it holds a worker.
 *
 * @throws EngineGone when its scripts did not arrive
 */
export async function openScanEngine(): Promise<ScanEngine> {
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { type: 'module', name: 'scan' });
  const { engine, canDraw } = createRemoteEngine(worker);
  if (await canDraw()) return engine;
  engine.close();
  return createLocalEngine(pageCanvases);
}
