import type { Owner, VirtualTime } from './virtual-time.ts';

type Work = (lock: { readonly name: string } | null) => unknown;
interface Options {
  readonly ifAvailable?: boolean;
  readonly steal?: boolean;
  readonly signal?: AbortSignal;
}
interface Request {
  readonly name: string;
  readonly owner: Owner;
  readonly work: Work;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** The Web Locks of a device (https://w3c.github.io/web-locks/), exclusive ones only: the pages use no others. */
export function createLocks(time: VirtualTime) {
  const held = new Map<string, Request>();
  let waiting: Request[] = [];

  function grant(request: Request): void {
    held.set(request.name, request);
    const finish = (end: () => void) => {
      if (held.get(request.name) === request) release(request.name);
      end();
    };
    const run = () =>
      Promise.resolve(request.work({ name: request.name })).then(
        (result) => finish(() => request.resolve(result)),
        (reason: unknown) => finish(() => request.reject(reason)),
      );
    time.queue('locks', () => void run(), request.owner);
  }

  function release(name: string): void {
    held.delete(name);
    const next = waiting.find((one) => one.name === name);
    if (next === undefined) return;
    waiting = waiting.filter((one) => one !== next);
    grant(next);
  }

  function decide(request: Request, { ifAvailable, steal }: Options): void {
    const holder = held.get(request.name);
    if (steal) {
      held.delete(request.name);
      if (holder !== undefined)
        time.queue('locks', () => holder.reject(new DOMException('stolen', 'AbortError')), holder.owner);
      grant(request);
    } else if (holder === undefined) grant(request);
    else if (ifAvailable)
      time.queue('locks', () => void Promise.resolve(request.work(null)).then(request.resolve), request.owner);
    else waiting.push(request);
  }

  /** The `navigator.locks` of a page. */
  const locksOf = (owner: Owner) => ({
    request(name: string, first: Options | Work, second?: Work): Promise<unknown> {
      const options = typeof first === 'function' ? {} : first;
      const work = typeof first === 'function' ? first : second;
      return new Promise((resolve, reject) => {
        if (work === undefined || owner.isDead) return;
        const request = { name, owner, work, resolve, reject };
        options.signal?.addEventListener('abort', () => {
          if (!waiting.includes(request)) return;
          waiting = waiting.filter((one) => one !== request);
          reject(options.signal?.reason);
        });
        time.queue('locks', () => decide(request, options), owner);
      });
    },
    query: () =>
      new Promise((resolve) => {
        const answer = () => resolve({ held: [...held.keys()].map((name) => ({ name })) });
        time.queue('locks', answer, owner);
      }),
  });

  /** The page is gone: its locks are released, and its requests are removed. */
  const releaseAllOf = (owner: Owner): void => {
    waiting = waiting.filter((one) => one.owner !== owner);
    for (const [name, request] of held) if (request.owner === owner) release(name);
  };

  /** Whether a page has a lock or waits for one: browsers do not put such a page into the back/forward cache. */
  const concerns = (owner: Owner): boolean => [...waiting, ...held.values()].some((request) => request.owner === owner);

  return { locksOf, releaseAllOf, concerns };
}
