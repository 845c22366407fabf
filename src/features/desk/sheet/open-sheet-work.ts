import { createWorkerClient } from '#platform/worker-client.ts';
import type { ReadSheetAnswer, SheetWork } from './sheet-work.ts';

/** The work on a sheet in a worker of its own: every call rejects once the worker is gone. */
function openSheetWork() {
  const { service, ask, end } = createWorkerClient<SheetWork>(
    new Worker(new URL('./sheet-worker.ts', import.meta.url), { type: 'module', name: 'sheet' }),
  );
  return {
    read: (...given: Parameters<SheetWork['read']>) => ask<ReadSheetAnswer>(service.read(...given)),
    judge: (...given: Parameters<SheetWork['judge']>) => ask(service.judge(...given)),
    write: (...given: Parameters<SheetWork['write']>) => ask(service.write(...given)),
    template: (...given: Parameters<SheetWork['template']>) => ask(service.template(...given)),
    end,
  };
}
type OpenSheetWork = ReturnType<typeof openSheetWork>;

/** A worker that starts when it is first needed, and again after it was ended. */
export function createLateSheetWork(open = openSheetWork) {
  let current: OpenSheetWork | undefined;
  return {
    now(): OpenSheetWork {
      current ??= open();
      return current;
    },
    end(): void {
      current?.end();
      current = undefined;
    },
  };
}
