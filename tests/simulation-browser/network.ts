import type { Owner, VirtualTime } from './virtual-time.ts';

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: Uint8Array;
}
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}
/**
 * What happens to a request. `lost` ends it before the server receives it, `cut` after that. `hole` is never answered,
 * `slow` after more than half a minute. `busy` gets the answer of a server in trouble, `pause` the answer of one that
 * asks for a pause.
 */
export const FATES = ['lost', 'cut', 'hole', 'slow', 'busy', 'pause', 'fine'] as const;
type Fate = (typeof FATES)[number];

const TROUBLE: Readonly<Partial<Record<Fate, Answer>>> = {
  busy: { status: 503, body: 'try later' },
  pause: {
    status: 429,
    headers: { 'Retry-After': '3' },
    body: '{"title":"Too many requests","status":429,"code":"RATE_LIMITED"}',
  },
};
const ONE_WAY_MS = 20;
const SLOW_MS = 30_000;
/** The path of connection probes; only the state of the connection affects them. */
const PROBE = '/healthz';

export type Network = ReturnType<typeof createNetwork>;

/** The network between the pages of one device and our server. */
export function createNetwork(time: VirtualTime, serve: (request: SentRequest) => Answer, random: () => number) {
  const state = { online: true, fates: [] as Fate[] };
  /** The source of tasks of the next request: answers can overtake one another. */
  let sent = 0;
  /** The PUTs that may still reach the server. */
  const openPuts = new Set<SentRequest>();

  /**
   * Sends a request. Calls `done` with the answer, or with nothing if the connection broke. Returns a function that
   * cancels it.
   */
  function send(owner: Owner, request: SentRequest, done: (answer: Answer | undefined) => void): () => void {
    if (owner.isDead) return () => {};
    sent += 1;
    const source = `network ${sent}`;
    const fate = request.path === PROBE ? 'fine' : (state.fates.shift() ?? 'fine');
    if (request.method === 'PUT') openPuts.add(request);
    let isGivenUp = false;
    const later = (ms: number, run: () => void, to?: Owner) => void time.after(ms * (1 + random()), source, run, to);
    const end = (answer?: Answer) =>
      later(ONE_WAY_MS, () => isGivenUp || done(state.online ? answer : undefined), owner);
    later(ONE_WAY_MS, () => {
      openPuts.delete(request);
      if (!state.online || fate === 'lost') return end();
      const trouble = TROUBLE[fate];
      if (trouble !== undefined) return end(trouble);
      const answer = serve(request);
      if (fate === 'hole') return;
      if (fate === 'slow') return later(SLOW_MS, () => end(answer));
      return end(fate === 'cut' ? undefined : answer);
    });
    return () => {
      isGivenUp = true;
    };
  }
  return { state, send, mayStillArrive: (id: string) => [...openPuts].some(({ path }) => path.endsWith(id)) };
}
