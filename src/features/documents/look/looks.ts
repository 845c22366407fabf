import { addListener, isAnyOf, type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { connectionRegained } from '#platform/connection.ts';
import type { DocumentServices, DocumentsEngine } from '../documents-engine.ts';
import {
  type DocumentsRoot,
  type DocumentsStore,
  documentsEvents,
  draftLeft,
  selectDocument,
} from '../documents-slice.ts';
import type { Look, Looks } from './look.ts';
import { createLooker, type Looker } from './looker.ts';

interface LooksOptions {
  readonly store: DocumentsStore;
  /** The bytes of a document; undefined where this device does not have them. */
  readonly bytesOf: (draftId: string, slot: string, attachment: string) => Promise<Blob | undefined>;
  readonly looker?: Looker;
}

export function createLooks({ store, bytesOf, looker = createLooker() }: LooksOptions): Looks {
  const seen = new Map<string, Look | undefined>();
  const failed = new Map<string, readonly [draftId: string, slot: string]>();
  const callers = new Set<() => void>();
  const isThere = (draftId: string, slot: string, attachment: string) =>
    selectDocument(store.getState(), draftId, slot)?.attachment === attachment;
  const call = () => {
    for (const caller of callers) caller();
  };

  async function lookAt(draftId: string, slot: string, attachment: string): Promise<void> {
    const note = (look: Look) => {
      if (!seen.has(attachment)) return;
      seen.set(attachment, look);
      call();
    };
    try {
      const bytes = await bytesOf(draftId, slot, attachment);
      if (bytes && isThere(draftId, slot, attachment)) note(await looker.look(bytes, note));
    } catch {
      // No picture and no warning: the document goes its way all the same.
      failed.set(attachment, [draftId, slot]);
    }
  }

  /** Forgets what no document of the page is any more. */
  function forget() {
    const there = Object.values(store.getState().documents ?? {}).flatMap((draft) =>
      Object.values(draft).map(({ attachment }) => attachment),
    );
    const gone = [...seen.keys()].filter((attachment) => !there.includes(attachment));
    for (const attachment of gone) seen.delete(attachment);
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
    for (const [attachment, [draftId, slot]] of failed) {
      failed.delete(attachment);
      if (isThere(draftId, slot, attachment)) void lookAt(draftId, slot, attachment);
    }
  }
  store.dispatch(addListener({ actionCreator: connectionRegained, effect: tryAgain }));
  return {
    of: (attachment) => seen.get(attachment),
    want(draftId, slot) {
      const attachment = selectDocument(store.getState(), draftId, slot)?.attachment;
      if (attachment === undefined || seen.has(attachment)) return;
      seen.set(attachment, undefined);
      void lookAt(draftId, slot, attachment);
    },
    async shrink(draftId, slot, onPage) {
      const attachment = selectDocument(store.getState(), draftId, slot)?.attachment;
      const bytes = attachment === undefined ? undefined : await bytesOf(draftId, slot, attachment);
      return bytes && looker.shrink(bytes, onPage);
    },
    subscribe(caller) {
      callers.add(caller);
      return () => callers.delete(caller);
    },
  };
}

/** The looks of the store at hand. */
export const documentLooks =
  ({ bytesOf }: DocumentsEngine): ThunkAction<Looks, DocumentsRoot, DocumentServices, UnknownAction> =>
  (dispatch, getState, services) => {
    services.looks ??= createLooks({ store: { dispatch, getState }, bytesOf });
    return services.looks;
  };
