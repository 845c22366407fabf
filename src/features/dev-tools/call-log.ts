import { createHolder } from '#platform/holder.ts';

/** One call of this page to our server, as the developer tools keep it. Headers in lower case. */
export interface RecordedCall {
  readonly id: number;
  readonly method: string;
  /** Path and query on our server. */
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Text, or what stands in for bytes. */
  readonly requestBody?: string;
  /** Milliseconds until the whole answer was there; absent while it is not. */
  readonly took?: number;
  readonly status?: number;
  readonly answerHeaders?: Readonly<Record<string, string>>;
  readonly answerBody?: string;
  /** Why there was no answer. */
  readonly failure?: string;
}

type StartedCall = Pick<RecordedCall, 'method' | 'path' | 'requestHeaders' | 'requestBody'>;
type CallOutcome = Pick<RecordedCall, 'status' | 'answerHeaders' | 'answerBody' | 'failure'>;

/** The last calls, newest first; made for `useSyncExternalStore`. */
export interface CallLog {
  /** Notes a call that goes out; what it returns is called once with how it ended. */
  start(call: StartedCall): (outcome: CallOutcome) => void;
  calls(): readonly RecordedCall[];
  clear(): void;
  subscribe(listener: () => void): () => void;
}

/** @param keep how many calls are kept; the oldest goes first */
export function createCallLog(keep = 100, now: () => number = Date.now): CallLog {
  const { state: calls, set: hold, subscribe } = createHolder<readonly RecordedCall[]>([]);
  let nextId = 1;
  const set = (next: readonly RecordedCall[]) => hold(next.slice(0, keep));
  return {
    start(call) {
      const id = nextId++;
      const startedAt = now();
      set([{ ...call, id, startedAt }, ...calls()]);
      return (outcome) =>
        set(calls().map((one) => (one.id === id ? { ...one, ...outcome, took: now() - startedAt } : one)));
    },
    calls,
    clear: () => set([]),
    subscribe,
  };
}

/** The calls that have every word of the search somewhere: method, path, status, bodies. */
export function findCalls(calls: readonly RecordedCall[], search: string): readonly RecordedCall[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return calls.filter((call) => {
    const text = [call.method, call.path, call.status, call.requestBody, call.answerBody, call.failure]
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Headers that say something to our server; the browser's own are left out. */
const WORTH_SAYING = /^(accept|content-type|if-none-match|last-event-id|tus-resumable|upload-.*)$/;

/** A call as a command for a POSIX shell, against the server at `origin`. */
export function toCurl(call: RecordedCall, origin: string): string {
  const headers = Object.entries(call.requestHeaders)
    .filter(([name]) => WORTH_SAYING.test(name))
    .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const body = call.requestBody ? [`--data-raw ${quoted(call.requestBody)}`] : [];
  const method = call.method === 'GET' ? [] : [`-X ${call.method}`];
  return ['curl -i', ...method, quoted(origin + call.path), ...headers, ...body].join(' \\\n  ');
}

/** In a shell nothing is special between single quotes but the single quote. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
