import { addListener, isAnyOf, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { type ConnectionServices, connectionRegained, probeServer } from '#platform/connection.ts';
import { createListeners } from '#platform/holder.ts';
import { WorkerTimeout } from '#platform/worker-client.ts';
import type { DocumentServices, DocumentsEngine } from '../documents-engine.ts';
import { type DocumentsStore, documentsEvents, draftLeft, selectDocument } from '../documents-slice.ts';
import { isUnfinished, noteBegun } from '../under-way.ts';
import { type LineRoot, selectLineIsFree } from './free-line.ts';
import type { Flaw, Look, Looks } from './look.ts';
import { createLooker, type Looker } from './looker.ts';

interface LooksStore extends DocumentsStore {
  getState(): LineRoot;
}

interface LooksOptions {
  readonly store: LooksStore;
  /** The bytes of a document; undefined where this device does not have them. */
  readonly bytesOf: (draftId: string, slot: string, attachment: string) => Promise<Blob | undefined>;
  /** Asks whether our server answers, after a look that failed; the store has the answer when it resolves. */
  readonly probe: () => Promise<unknown>;
  readonly looker?: Looker;
  /** Runs a look when no other tab looks at a document. */
  readonly inTurn?: (look: () => Promise<void>) => Promise<void>;
}

/** A document that is to be looked at. */
interface Wanted {
  readonly draftId: string;
  readonly slot: string;
  readonly attachment: string;
}

/**
 * Looks at one document after the other. The first look of a page brings the scripts, and waits until nothing else needs
 * the connection; after it they are kept by the browser, and documents are looked at while others are uploaded, and
 * without our server.
 */
export function createLooks({ store, bytesOf, probe, ...options }: LooksOptions): Looks {
  const { looker = createLooker(), inTurn = oneTabAtATime } = options;
  const seen = new Map<string, Look | undefined>();
  let waiting: readonly Wanted[] = [];
  let failed: readonly Wanted[] = [];
  /** A look came to its end, so its scripts have come. */
  let isBrought = false;
  let isLooking = false;
  const { subscribe, call } = createListeners();
  const mayLook = () => isBrought || selectLineIsFree(store.getState());
  const isThere = ({ draftId, slot, attachment }: Wanted) =>
    selectDocument(store.getState(), draftId, slot)?.attachment === attachment;

  async function lookAt(wanted: Wanted): Promise<void> {
    const { draftId, slot, attachment } = wanted;
    const note = (look: Look) => {
      if (!seen.has(attachment)) return;
      seen.set(attachment, look);
      call();
    };
    const bytes = await bytesOf(draftId, slot, attachment).catch(() => undefined);
    if (!bytes || !isThere(wanted)) return;
    if (isUnfinished(attachment)) return note(withFinding(undefined, 'unfinished'));
    const underWay = noteBegun(attachment);
    try {
      note(await looker.look(bytes, note));
      isBrought = true;
    } catch (failure) {
      if (failure instanceof WorkerTimeout) {
        underWay.gaveUp();
        return note(withFinding(seen.get(attachment), 'unfinished'));
      }
      // No picture and no warning: the document goes its way all the same.
      failed = [...failed, wanted];
      isBrought = false;
      // Without our server the next one need not be tried.
      await probe();
    }
    underWay.ended();
  }

  /** Looks at what waits, as long as it may. */
  async function lookAtAll(): Promise<void> {
    if (isLooking) return;
    isLooking = true;
    for (let [next] = waiting; next && mayLook(); [next] = waiting) {
      waiting = waiting.slice(1);
      await inTurn(() => lookAt(next));
    }
    isLooking = false;
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
  /** What could not be looked at may have lacked the scripts only. */
  function tryAgain() {
    waiting = [...waiting, ...failed];
    failed = [];
    void lookAtAll();
  }
  store.dispatch(addListener({ actionCreator: connectionRegained, effect: tryAgain }));
  // The connection has become free for it.
  store.dispatch(addListener({ predicate: () => waiting.length > 0 && mayLook(), effect: lookAtAll }));
  return {
    of: (attachment) => seen.get(attachment),
    want(draftId, slot) {
      const attachment = selectDocument(store.getState(), draftId, slot)?.attachment;
      if (attachment === undefined || seen.has(attachment)) return;
      seen.set(attachment, undefined);
      waiting = [...waiting, { draftId, slot, attachment }];
      void lookAtAll();
    },
    async shrink(draftId, slot, onPage, signal) {
      const attachment = selectDocument(store.getState(), draftId, slot)?.attachment;
      const bytes = attachment === undefined ? undefined : await bytesOf(draftId, slot, attachment);
      return bytes && looker.shrink(bytes, onPage, signal);
    },
    async unlock(draftId, slot, password) {
      const attachment = selectDocument(store.getState(), draftId, slot)?.attachment;
      const bytes = attachment === undefined ? undefined : await bytesOf(draftId, slot, attachment);
      if (!bytes) throw new Error('this device has no bytes of the document');
      return looker.unlock(bytes, password);
    },
    subscribe,
  };
}

/** One tab looks at a time: what another one looks at now has not failed, and the memory is enough for one. */
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
const withFinding = (look: Look | undefined, flaw: Flaw): Look => ({
  ...(look ?? { pageCount: 0, pictures: [] }),
  findings: [...(look?.findings ?? []), { flaw, pages: [] }],
});

/** The looks of the store at hand. */
export const documentLooks =
  ({ bytesOf }: DocumentsEngine): ThunkAction<Looks, LineRoot, DocumentServices & ConnectionServices, UnknownAction> =>
  (dispatch, getState, services) => {
    services.looks ??= createLooks({ store: { dispatch, getState }, bytesOf, probe: () => dispatch(probeServer()) });
    return services.looks;
  };
