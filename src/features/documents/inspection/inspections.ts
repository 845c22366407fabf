import { addListener, isAnyOf, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { type ConnectionServices, connectionRegained, probeServer } from '#platform/connection.ts';
import { createListeners } from '#platform/holder.ts';
import { WorkerTimeout } from '#platform/worker-client.ts';
import type { DocumentServices, DocumentsEngine } from '../documents-engine.ts';
import { type DocumentsStore, documentsEvents, draftLeft, selectDocument } from '../documents-slice.ts';
import { isUnfinished, noteBegun } from '../under-way.ts';
import { type ConnectionUse, selectIsConnectionIdle } from './idle-connection.ts';
import type { Flaw, Inspection, Inspections } from './inspection.ts';
import { createInspector, type Inspector } from './inspector.ts';

interface InspectionsStore extends DocumentsStore {
  getState(): ConnectionUse;
}

interface InspectionsOptions {
  readonly store: InspectionsStore;
  /** The bytes of a document. Undefined if this device does not have them. */
  readonly bytesOf: (draftId: string, slot: string, attachment: string) => Promise<Blob | undefined>;
  /** Asks if our server answers, after a failed inspection. The store has the answer when it resolves. */
  readonly probe: () => Promise<unknown>;
  readonly inspector?: Inspector;
  /** Runs an inspection when no other tab inspects a document. */
  readonly inTurn?: (inspection: () => Promise<void>) => Promise<void>;
}

/** A document to inspect. */
interface InspectionRequest {
  readonly draftId: string;
  readonly slot: string;
  readonly attachment: string;
}

/**
 * Inspects one document after the other. The first inspection of a page loads the scripts, and waits until nothing else
 * needs the connection. Later ones run during uploads, and without our server.
 */
export function createInspections({ store, bytesOf, probe, ...options }: InspectionsOptions): Inspections {
  const { inspector = createInspector(), inTurn = oneTabAtATime } = options;
  const seen = new Map<string, Inspection | undefined>();
  let waiting: readonly InspectionRequest[] = [];
  let failed: readonly InspectionRequest[] = [];
  /** An inspection has ended, so its scripts are loaded. */
  let areScriptsLoaded = false;
  let isInspecting = false;
  const { subscribe, call } = createListeners();
  const mayInspect = () => areScriptsLoaded || selectIsConnectionIdle(store.getState());
  const isThere = ({ draftId, slot, attachment }: InspectionRequest) =>
    selectDocument(store.getState(), draftId, slot)?.attachment === attachment;

  async function inspect(wanted: InspectionRequest): Promise<void> {
    const { draftId, slot, attachment } = wanted;
    const note = (inspection: Inspection) => {
      if (!seen.has(attachment)) return;
      seen.set(attachment, inspection);
      call();
    };
    const bytes = await bytesOf(draftId, slot, attachment).catch(() => undefined);
    if (!bytes || !isThere(wanted)) return;
    if (isUnfinished(attachment)) return note(withFinding(undefined, 'unfinished'));
    const inspection = noteBegun(attachment);
    try {
      note(await inspector.inspect(bytes, note));
      areScriptsLoaded = true;
    } catch (failure) {
      if (failure instanceof WorkerTimeout) {
        inspection.abandoned();
        return note(withFinding(seen.get(attachment), 'unfinished'));
      }
      // No picture and no warning: the document goes its way all the same.
      failed = [...failed, wanted];
      areScriptsLoaded = false;
      // Without our server the next one need not be tried.
      await probe();
    }
    inspection.ended();
  }

  /** Inspects what waits, as long as it may. */
  async function inspectAll(): Promise<void> {
    if (isInspecting) return;
    isInspecting = true;
    for (let [next] = waiting; next && mayInspect(); [next] = waiting) {
      waiting = waiting.slice(1);
      await inTurn(() => inspect(next));
    }
    isInspecting = false;
  }

  /** Forgets what no document of the page is any more. */
  function forget() {
    const there = Object.values(store.getState().documents ?? {}).flatMap((draft) =>
      Object.values(draft).map(({ attachment }) => attachment),
    );
    const gone = [...seen.keys()].filter((attachment) => !there.includes(attachment));
    for (const attachment of gone) seen.delete(attachment);
    waiting = waiting.filter(isThere);
    failed = failed.filter(isThere);
    if (gone.length > 0) call();
  }
  store.dispatch(
    addListener({
      matcher: isAnyOf(documentsEvents.attached, documentsEvents.restored, documentsEvents.removed, draftLeft),
      effect: forget,
    }),
  );
  /** An inspection that failed may have lacked the scripts only. */
  function tryAgain() {
    waiting = [...waiting, ...failed];
    failed = [];
    void inspectAll();
  }
  store.dispatch(addListener({ actionCreator: connectionRegained, effect: tryAgain }));
  // The connection has become free for it.
  store.dispatch(addListener({ predicate: () => waiting.length > 0 && mayInspect(), effect: inspectAll }));
  return {
    of: (attachment) => seen.get(attachment),
    request(draftId, slot) {
      const attachment = selectDocument(store.getState(), draftId, slot)?.attachment;
      if (attachment === undefined || seen.has(attachment)) return;
      seen.set(attachment, undefined);
      waiting = [...waiting, { draftId, slot, attachment }];
      void inspectAll();
    },
    async shrink(draftId, slot, onPage, signal) {
      const attachment = selectDocument(store.getState(), draftId, slot)?.attachment;
      const bytes = attachment === undefined ? undefined : await bytesOf(draftId, slot, attachment);
      return bytes && inspector.shrink(bytes, onPage, signal);
    },
    async unlock(draftId, slot, password) {
      const attachment = selectDocument(store.getState(), draftId, slot)?.attachment;
      const bytes = attachment === undefined ? undefined : await bytesOf(draftId, slot, attachment);
      if (!bytes) throw new Error('this device has no bytes of the document');
      return inspector.unlock(bytes, password);
    },
    subscribe,
  };
}

/** One tab inspects at a time: the memory is enough for one, and what another tab inspects now has not failed. */
async function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    return work();
  };
  try {
    await (navigator.locks ? navigator.locks.request('look', begin) : begin());
  } catch (failure) {
    if (isBegun) throw failure;
    // A browser that gives this site no storage gives it no locks.
    await work();
  }
}

/** What was seen, with a flaw of the whole document. */
const withFinding = (inspection: Inspection | undefined, flaw: Flaw): Inspection => ({
  ...(inspection ?? { pageCount: 0, pictures: [] }),
  findings: [...(inspection?.findings ?? []), { flaw, pages: [] }],
});

/** The inspections of the store. */
export const documentInspections =
  ({
    bytesOf,
  }: DocumentsEngine): ThunkAction<Inspections, ConnectionUse, DocumentServices & ConnectionServices, UnknownAction> =>
  (dispatch, getState, services) => {
    services.inspections ??= createInspections({
      store: { dispatch, getState },
      bytesOf,
      probe: () => dispatch(probeServer()),
    });
    return services.inspections;
  };
