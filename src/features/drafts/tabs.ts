import { timeLimit } from '#platform/time-limit.ts';
import { lockOf } from './draft.ts';
import * as events from './draft-events.ts';
import type { DraftNotice, DraftTabs, DraftThunk } from './draft-services.ts';
import { copyUnsaved, flushForms, settleDraft } from './save-draft.ts';

type Message =
  | DraftNotice
  /** Another tab takes the draft over. Its owner saves and releases it. */
  | { readonly type: 'wanted'; readonly id: string }
  /** Asks the owner of a draft whether it is awake. A tab that the browser has stopped does not answer. */
  | { readonly type: 'asked' | 'awake'; readonly id: string }
  /** A tab was opened with the page of this release. */
  | { readonly type: 'release'; readonly id: string };

interface Hooks {
  /** Another tab wants the draft. Resolves once everything is saved and nothing more will be. */
  onWanted(id: string): Promise<void>;
  /** Another tab has stolen the draft, because this tab did not answer in time. */
  onLost(id: string): void;
  onNotice(notice: DraftNotice): void;
  /** A tab was opened with the page of another release. */
  onRelease(release: string): void;
}

/** Time for the owner to save and release a draft that another tab wants. After that, its lock is stolen. */
const RELEASED_WITHIN_MS = 1000;
/** Earlier builds used other channels, where they took unknown messages for deletions. */
const CHANNEL = 'draft-tabs';

/** Whether the tab that owns a draft is awake. Takes a second if no tab answers. */
export function isOwnerAwake(id: string): Promise<boolean> {
  const channel = openChannel();
  return new Promise<boolean>((resolve) => {
    channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.type === 'awake' && data.id === id) resolve(true);
    });
    channel?.postMessage({ type: 'asked', id } satisfies Message);
    setTimeout(() => resolve(false), channel ? RELEASED_WITHIN_MS : 0);
  }).finally(() => channel?.close());
}

const openChannel = () => (typeof BroadcastChannel === 'function' ? new BroadcastChannel(CHANNEL) : undefined);

/**
 * One tab owns a draft (Web Locks release the lock of a tab that dies). Tabs tell each other about their drafts
 * (BroadcastChannel). If the browser has no locks, every tab owns what it opens, and the revision decides
 * (draft-database.ts). `mark` is the mark of this page's release.
 */
export function createDraftTabs(hooks: Hooks, mark?: string): DraftTabs {
  /** For each draft that this tab owns, the function that releases its lock. */
  const held = new Map<string, () => void>();
  /** Drafts that other tabs have taken since this tab got their locks. */
  const taken = new Set<string>();
  /** Drafts that this tab is taking over. */
  const takeOvers = new Map<string, Promise<void>>();
  const channel = openChannel();
  const post = (message: Message): void => channel?.postMessage(message);

  /** Resolves to whether this tab got the lock. Rejects if `options.signal` aborts first. */
  function request(id: string, options: LockOptions): Promise<boolean> {
    const { locks } = navigator;
    if (!locks) return Promise.resolve(true);
    return new Promise((resolve, reject) => {
      const keep = (lock: Lock | null) => {
        resolve(lock !== null);
        if (lock !== null) taken.delete(id);
        return lock === null ? undefined : new Promise<void>((release) => held.set(id, release));
      };
      locks.request(lockOf(id), options, keep).catch((reason: unknown) => {
        // Rejected after the lock was granted: it was stolen.
        if (held.delete(id)) {
          taken.add(id);
          hooks.onLost(id);
        } else if (options.signal?.aborted) reject(reason);
        // This browser allows no locks here, so it counts as one without locks.
        else resolve(true);
      });
    });
  }
  const release = (id: string) => {
    const releaseLock = held.get(id);
    held.delete(id);
    releaseLock?.();
  };
  const takeFromOwner = async (id: string) => {
    post({ type: 'wanted', id });
    await request(id, { signal: timeLimit(RELEASED_WITHIN_MS) }).catch(() => request(id, { steal: true }));
  };
  const listen = async ({ data }: MessageEvent<Message>) => {
    const { type, id } = data;
    switch (type) {
      case 'saved':
      case 'deleted':
        return hooks.onNotice(data);
      case 'asked':
        return held.has(id) && post({ type: 'awake', id });
      case 'wanted':
        if (!held.has(id)) return;
        // A tab that hung reads this late. Its lock may be stolen, and the query waits until it knows.
        await navigator.locks.query();
        if (!held.has(id)) return;
        taken.add(id);
        await hooks.onWanted(id);
        return release(id);
      case 'release':
        if (mark !== undefined && id !== mark) hooks.onRelease(id);
        return;
      // Another version of the page may send messages that this one does not know.
      default:
    }
  };
  channel?.addEventListener('message', (event: MessageEvent<Message>) => void listen(event));
  if (mark !== undefined) post({ type: 'release', id: mark });

  return {
    acquire: async (id) => held.has(id) || request(id, { ifAvailable: true }),
    async takeOver(id) {
      // A second request would wait for this tab's own lock, and then steal it.
      const isUnderWay = takeOvers.get(id) ?? (held.has(id) ? Promise.resolve() : undefined);
      if (isUnderWay) return isUnderWay;
      const takeOver = takeFromOwner(id).finally(() => takeOvers.delete(id));
      takeOvers.set(id, takeOver);
      await takeOver;
    },
    wasTaken: (id) => taken.has(id),
    release,
    announce: post,
    close() {
      for (const id of held.keys()) release(id);
      channel?.close();
    },
  };
}

const OPEN_KEY = 'open-draft';

/** Notes which draft this tab has open, so that a reload opens it again, and not the draft of another tab. */
export function noteOpenDraft(id: string | null): void {
  try {
    if (id === null) sessionStorage.removeItem(OPEN_KEY);
    else sessionStorage.setItem(OPEN_KEY, id);
  } catch {
    // Storage is blocked: a reload opens the latest draft.
  }
}

/** The draft that this tab had open before it was reloaded. */
export function openDraftOfThisTab(): string | null {
  try {
    return sessionStorage.getItem(OPEN_KEY);
  } catch {
    return null;
  }
}

/** Another tab owns the draft now. Text that could not be saved stays on this screen, read-only, with a notice. */
const becomeReader =
  (id: string): DraftThunk =>
  (dispatch, getState) => {
    if (getState().drafts.open?.id === id) flushForms();
    dispatch(events.draftTakenOver(id));
  };

/** The connection to the other tabs. It is made when the first draft is opened. */
export const draftTabs = (): DraftThunk<DraftTabs> => (dispatch, getState, services) => {
  const mark = document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content;
  const hooks: Parameters<typeof createDraftTabs>[0] = {
    async onWanted(id) {
      if (getState().drafts.open?.id !== id) return;
      await dispatch(settleDraft());
      // The other tab reads the copy if the disk did not accept everything.
      flushForms();
      dispatch(copyUnsaved());
      dispatch(becomeReader(id));
    },
    onLost: (id) => dispatch(becomeReader(id)),
    onNotice: ({ type, id }) =>
      dispatch(type === 'saved' ? events.draftSavedElsewhere(id) : events.draftDeletedElsewhere(id)),
    onRelease: (release) => dispatch(events.otherReleaseOpened(release)),
  };
  services.tabs ??= createDraftTabs(hooks, mark);
  return services.tabs;
};
