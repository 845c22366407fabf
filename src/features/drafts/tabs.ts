import { timeLimit } from '#platform/time-limit.ts';

/** What a tab announces to the others about a draft. */
export type DraftNotice =
  /** It has new answers on the disk. */
  | { readonly type: 'saved'; readonly id: string }
  /** It is gone from this device. */
  | { readonly type: 'deleted'; readonly id: string };
type Message = DraftNotice | { readonly type: 'wanted'; readonly id: string };
/** What the tab that took a draft over and the one that had it tell each other afterwards. */
type HandOver =
  /** The draft was taken over as it was at this revision. */
  | { readonly type: 'taken'; readonly id: string; readonly revision: number }
  /** The draft as its former owner has it, who could not write all of it in time. */
  | { readonly type: 'late'; readonly draft: unknown };

interface Hooks {
  /** Another tab wants the draft: resolves once everything is written, and no more will be. */
  onWanted(id: string): Promise<void>;
  /** The draft was taken from this tab, which did not answer in time. */
  onLost(id: string): void;
  /** The draft that this tab had until now was taken over as it was at this revision. */
  onTaken(id: string, revision: number): void;
  /** The former owner of a draft sends what it could not write in time; another version of the page may have sent it. */
  onLate(draft: unknown): void;
  onNotice(notice: DraftNotice): void;
}

export interface DraftTabs {
  /** Makes this tab the owner of a draft; resolves to false when another tab is. */
  hold(id: string): Promise<boolean>;
  /** The same, from another tab if need be: that one writes what it has and lets go, within a second. */
  takeOver(id: string): Promise<void>;
  release(id: string): void;
  announce(notice: DraftNotice): void;
  handOver(message: HandOver): void;
  close(): void;
}

/** How long a tab that is asked for a draft may take to write it and let go; after that the draft is taken from it. */
const LET_GO_MS = 1000;
const CHANNEL = 'drafts';
/** A channel of its own: a page of the release before takes what it does not know on the other for a deletion. */
const HAND_OVER_CHANNEL = 'draft-hand-over';
/** One more of its own: on the other two a page of the release before takes what it does not know for something else. */
const OWNERS_CHANNEL = 'draft-owners';
/** `asked` of whoever owns the draft, and the answer that it is awake. */
interface Ownership {
  readonly type: 'asked' | 'awake';
  readonly id: string;
}
const lockOf = (id: string): string => `draft:${id}`;

/** Does something with a draft unless a tab has it open; where the browser has no locks, in any case. */
export async function ifNobodyOwns(id: string, work: () => Promise<void>): Promise<void> {
  const { locks } = navigator;
  if (!locks) return work();
  await locks.request(lockOf(id), { ifAvailable: true }, (lock) => (lock === null ? undefined : work()));
}

/**
 * Whether the tab that owns a draft is awake, and sees to it: one that the browser has stopped does not answer. Takes a
 * second where nobody does.
 */
export function isOwnerAwake(id: string): Promise<boolean> {
  const channel = openChannel(OWNERS_CHANNEL);
  return new Promise<boolean>((resolve) => {
    channel?.addEventListener('message', ({ data }: MessageEvent<Ownership>) => {
      if (data.type === 'awake' && data.id === id) resolve(true);
    });
    channel?.postMessage({ type: 'asked', id } satisfies Ownership);
    setTimeout(() => resolve(false), channel ? LET_GO_MS : 0);
  }).finally(() => channel?.close());
}

const openChannel = (name: string) => (typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : undefined);

/**
 * One tab owns a draft (Web Locks: a tab that dies lets go by itself), and tabs hear of each other's drafts
 * (BroadcastChannel). Where the browser has no locks every tab owns what it opens, and the revision decides
 * (draft-database.ts).
 */
export function createDraftTabs(hooks: Hooks): DraftTabs {
  /** What lets go of each draft that this tab owns. */
  const held = new Map<string, () => void>();
  /** The drafts that another tab is about to take over from this one. */
  const leaving = new Set<string>();
  /** The drafts that this tab is about to take over. */
  const takingOver = new Map<string, Promise<void>>();
  const channel = openChannel(CHANNEL);
  const handOvers = openChannel(HAND_OVER_CHANNEL);
  const owners = openChannel(OWNERS_CHANNEL);
  const post = (message: Message) => channel?.postMessage(message);

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
        if (held.delete(id)) {
          leaving.add(id);
          hooks.onLost(id);
        } else if (options.signal?.aborted) reject(reason);
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
    leaving.delete(id);
  };
  const listen = async ({ data }: MessageEvent<Message>) => {
    if (data.type !== 'wanted') return hooks.onNotice(data);
    if (!held.has(data.id)) return;
    leaving.add(data.id);
    await hooks.onWanted(data.id);
    release(data.id);
  };
  const listenToHandOvers = ({ data }: MessageEvent<HandOver>) => {
    if (data.type === 'late') return hooks.onLate(data.draft);
    // The lock that was stolen may be heard of later than this.
    if (held.delete(data.id) || leaving.has(data.id)) hooks.onTaken(data.id, data.revision);
    leaving.delete(data.id);
  };
  channel?.addEventListener('message', (event: MessageEvent<Message>) => void listen(event));
  handOvers?.addEventListener('message', listenToHandOvers);
  owners?.addEventListener('message', ({ data: { type, id } }: MessageEvent<Ownership>) => {
    if (type === 'asked' && held.has(id)) owners.postMessage({ type: 'awake', id } satisfies Ownership);
  });

  return {
    async hold(id) {
      const isHeld = held.has(id) || (await request(id, { ifAvailable: true }));
      if (isHeld) leaving.delete(id);
      return isHeld;
    },
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
    handOver: (message) => handOvers?.postMessage(message),
    close() {
      for (const id of held.keys()) release(id);
      channel?.close();
      handOvers?.close();
      owners?.close();
    },
  };
}
