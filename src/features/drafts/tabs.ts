import { timeLimit } from '#platform/time-limit.ts';

/** What a tab announces to the others about a draft. */
export type DraftNotice =
  /** It has new answers on the disk. */
  | { readonly type: 'saved'; readonly id: string }
  /** It is gone from this device. */
  | { readonly type: 'deleted'; readonly id: string };
type Message =
  | DraftNotice
  /** Another tab takes the draft over: its owner writes what it has and releases it. */
  | { readonly type: 'wanted'; readonly id: string }
  /** Asks the owner of a draft whether it is awake; a tab that the browser has stopped does not answer. */
  | { readonly type: 'asked' | 'awake'; readonly id: string }
  /** A tab was opened, with the page of this release. */
  | { readonly type: 'release'; readonly id: string };

interface Hooks {
  /** Another tab wants the draft: resolves once everything is written, and no more will be. */
  onWanted(id: string): Promise<void>;
  /** The draft was taken from this tab, which did not answer in time. */
  onLost(id: string): void;
  onNotice(notice: DraftNotice): void;
  /** A tab was opened with the page of another release. */
  onRelease(release: string): void;
}

export interface DraftTabs {
  /** Makes this tab the owner of a draft; resolves to false when another tab is. */
  hold(id: string): Promise<boolean>;
  /** The same, from another tab if need be: that one writes what it has and lets go, within a second. */
  takeOver(id: string): Promise<void>;
  release(id: string): void;
  announce(notice: DraftNotice): void;
  close(): void;
}

/** How long a tab that is asked for a draft may take to write it and let go; after that the draft is taken from it. */
const LET_GO_MS = 1000;
/** Earlier builds used other channels, on which they took unknown messages for deletions. */
const CHANNEL = 'draft-tabs';
const lockOf = (id: string): string => `draft:${id}`;

/** Does something with a draft unless a tab has it open; where the browser has no locks, in any case. */
export async function ifNobodyOwns(id: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator;
  if (!locks) return work();
  await locks.request(lockOf(id), { ifAvailable: true }, (lock) => (lock === null ? undefined : work()));
}

/** Whether the tab that owns a draft is awake. Takes a second if no tab answers. */
export function isOwnerAwake(id: string): Promise<boolean> {
  const channel = openChannel();
  return new Promise<boolean>((resolve) => {
    channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.type === 'awake' && data.id === id) resolve(true);
    });
    channel?.postMessage({ type: 'asked', id } satisfies Message);
    setTimeout(() => resolve(false), channel ? LET_GO_MS : 0);
  }).finally(() => channel?.close());
}

const openChannel = () => (typeof BroadcastChannel === 'function' ? new BroadcastChannel(CHANNEL) : undefined);

/**
 * One tab owns a draft (Web Locks: the lock of a tab that dies is released), and tabs hear of each other's drafts
 * (BroadcastChannel). If the browser has no locks, every tab owns what it opens, and the revision decides
 * (draft-database.ts). `mark` is that of this page's release.
 */
export function createDraftTabs(hooks: Hooks, mark?: string): DraftTabs {
  /** What releases the lock of each draft that this tab owns. */
  const held = new Map<string, () => void>();
  /** The drafts that this tab is about to take over. */
  const takingOver = new Map<string, Promise<void>>();
  const channel = openChannel();
  const post = (message: Message): void => channel?.postMessage(message);

  /** Resolves to whether this tab got the lock; rejects when `options.signal` ends the waiting. */
  function request(id: string, options: LockOptions): Promise<boolean> {
    const { locks } = navigator;
    if (!locks) return Promise.resolve(true);
    return new Promise((resolve, reject) => {
      const keep = (lock: Lock | null) => {
        resolve(lock !== null);
        return lock === null ? undefined : new Promise<void>((release) => held.set(id, release));
      };
      locks.request(lockOf(id), options, keep).catch((reason: unknown) => {
        // Rejected after it was granted: stolen.
        if (held.delete(id)) hooks.onLost(id);
        else if (options.signal?.aborted) reject(reason);
        // A browser that allows no locks here: like one that has none.
        else resolve(true);
      });
    });
  }
  const release = (id: string) => {
    const letGo = held.get(id);
    held.delete(id);
    letGo?.();
  };
  const takeFromOwner = async (id: string) => {
    post({ type: 'wanted', id });
    await request(id, { signal: timeLimit(LET_GO_MS) }).catch(() => request(id, { steal: true }));
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
        // A tab that hung reads this late: by then its lock may be stolen, and this waits until it hears of that.
        await navigator.locks.query();
        if (!held.has(id)) return;
        await hooks.onWanted(id);
        return release(id);
      case 'release':
        if (mark !== undefined && id !== mark) hooks.onRelease(id);
        return;
      // Another version of the page may send other messages.
      default:
    }
  };
  channel?.addEventListener('message', (event: MessageEvent<Message>) => void listen(event));
  if (mark !== undefined) post({ type: 'release', id: mark });

  return {
    hold: async (id) => held.has(id) || request(id, { ifAvailable: true }),
    async takeOver(id) {
      // Asked for twice, the second would wait for this tab's own lock, and then steal it from itself.
      const isUnderWay = takingOver.get(id) ?? (held.has(id) ? Promise.resolve() : undefined);
      if (isUnderWay) return isUnderWay;
      const taking = takeFromOwner(id).finally(() => takingOver.delete(id));
      takingOver.set(id, taking);
      await taking;
    },
    release,
    announce: post,
    close() {
      for (const id of held.keys()) release(id);
      channel?.close();
    },
  };
}
