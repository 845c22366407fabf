import { createHolder } from '#platform/holder.ts';
import { type Access, endOf, isTemporary, reasonOf, type TransferCalls, TransferFailure } from './transfer-calls.ts';

/** What each side of a link shows. */
export interface LinkState<Step extends string> {
  readonly step: Step;
  /** Per cent of the bytes that were sent or received. */
  readonly percent: number;
  /** The last request had no answer. It is retried. */
  readonly isOffline: boolean;
  /** Why it failed, in the server's words. */
  readonly reason?: string | undefined;
  /** For the other device. It contains the key, so it is only here and on the screen. */
  readonly link?: string | undefined;
}

/** What a flow may do. Once the machine has ended, `check`, `owns` and `retry` throw, and `show` does nothing. */
export interface LinkRun<State> {
  readonly show: (changes: Partial<State>) => void;
  readonly check: () => void;
  /** The transfer to cancel if the flow ends now. */
  readonly owns: (access: Access | undefined) => void;
  /** Makes a request, and retries it after temporary failures. After `until`, a transfer without answers has expired. */
  readonly retry: <Result>(ask: () => Promise<Result>, until?: number) => Promise<Result>;
}

/** The state of one side of a link: the device that sends, or the one that receives. Outside of Redux, since it has the key. */
export function createLinkMachine<State extends LinkState<string>>(
  first: State,
  calls: Pick<TransferCalls, 'cancel'>,
  /** Milliseconds before the next request. */
  pauseMs: (state: State) => number,
  now = Date.now,
) {
  const { state, set, subscribe } = createHolder(first);
  /** Results of runs before the last `end` are ignored. */
  let runs = 0;
  let owned: Access | undefined;

  const pause = () => new Promise<void>((resolve) => setTimeout(resolve, pauseMs(state())));
  const cancel = async (access: Access) => void (await calls.cancel(access).catch(() => {}));

  /** Runs a flow, which returns the final state. `failed` makes it of an error. Never rejects. */
  async function run(
    begin: Partial<State>,
    flow: (run: LinkRun<State>) => Promise<Partial<State>>,
    failed: (failure: unknown) => Partial<State>,
  ): Promise<void> {
    const own = runs;
    const hasEnded = () => own !== runs;
    const check = () => {
      if (hasEnded()) throw new Ended();
    };
    const show = (changes: Partial<State>) => hasEnded() || set({ ...state(), ...changes });
    const showOffline = (isOffline: boolean) => show({ ...state(), isOffline });
    const owns = (access: Access | undefined) => {
      if (!hasEnded()) owned = access;
      else if (access) void cancel(access);
      check();
    };
    async function retry<Result>(ask: () => Promise<Result>, until = Number.POSITIVE_INFINITY): Promise<Result> {
      for (;;) {
        check();
        try {
          const result = await ask();
          showOffline(false);
          check();
          return result;
        } catch (failure) {
          if (!(failure instanceof TransferFailure) || !isTemporary(failure)) throw failure;
          showOffline(failure.code === 'offline');
        }
        await pause();
        if (state().isOffline && now() > until) throw new TransferFailure('LINK_EXPIRED');
      }
    }
    set({ ...state(), isOffline: false, reason: undefined, ...begin });
    let failure: unknown;
    const changes = await flow({ show, check, owns, retry }).catch((cause: unknown) => {
      failure = cause;
      return hasEnded() ? {} : failed(cause);
    });
    if (hasEnded()) return;
    const left = owned;
    owned = undefined;
    set({ ...state(), isOffline: false, ...changes });
    if (left && endOf(failure) === undefined) await cancel(left);
  }

  return {
    state,
    subscribe,
    run,
    pause,
    /** Ends all runs, and cancels the transfer that they own. */
    async end(changes: Partial<State> = {}): Promise<void> {
      runs += 1;
      const left = owned;
      owned = undefined;
      set({ ...state(), ...changes });
      if (left) await cancel(left);
    },
  };
}

/** `end` was called during the flow. */
class Ended extends Error {}

/** How a link ended, or the step for any other failure, with the server's reason. */
export const endedBy = <Step extends string>(failure: unknown, otherwise: Step) => {
  const end = endOf(failure);
  return end ? { step: end } : { step: otherwise, reason: reasonOf(failure) };
};
