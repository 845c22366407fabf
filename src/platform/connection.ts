import { createSlice, type ThunkAction, type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { whenSeenAgain } from './page-lifecycle.ts';
import { timeLimit } from './time-limit.ts';

export interface ConnectionState {
  /** Whether our server answers. True until a probe says otherwise. */
  readonly online: boolean;
  /** Whether the latest answer of a probe said so. */
  readonly answered: boolean;
}

const initialState: ConnectionState = { online: true, answered: false };

/** Whether our server answers. */
export const connectionSlice = createSlice({
  name: 'connection',
  initialState,
  reducers: {
    /** The first probe of the page was answered, as expected. */
    confirmed: () => ({ online: true, answered: true }),
    lost: () => ({ online: false, answered: false }),
    regained: () => ({ online: true, answered: true }),
  },
  selectors: { selectOnline: (state) => state.online, selectAnswered: (state) => state.answered },
});

export const {
  confirmed: connectionConfirmed,
  lost: connectionLost,
  regained: connectionRegained,
} = connectionSlice.actions;
export const { selectOnline, selectAnswered } = connectionSlice.selectors;

const PROBE_PATH = '/healthz';
const PROBE_TIMEOUT_MS = 5000;
/** While all is well. */
const STEADY_MS = 30_000;
const FIRST_RETRY_MS = 1000;

interface Connection {
  /** Asks the server now; the outcome comes through `onChange`, too. */
  probe(): Promise<boolean>;
}

/** What every thunk and listener can use. */
export interface ConnectionServices {
  /** Absent while prerendering and in some tests. */
  connection?: Connection;
}

interface ConnectionRoot {
  readonly connection: ConnectionState;
}
type ConnectionThunk<Result> = ThunkAction<Result, ConnectionRoot, ConnectionServices, UnknownAction>;

/**
 * Stores in `connection` whether our server answers. When it answers again, failed queries with `refetchOnReconnect`
 * are repeated: the browser's own 'online' says nothing about a server.
 */
export const followConnection = (): ConnectionThunk<void> => (dispatch, getState, services) => {
  // First the browser's own events for focus and network, then the answers of our server.
  setupListeners(dispatch);
  const askAgain = reconnecting(dispatch);
  services.connection = watchConnection((online) => {
    const before = getState().connection;
    if (!online) {
      if (before.online) dispatch(connectionLost());
    } else if (!before.online) {
      dispatch(connectionRegained());
      askAgain();
    } else if (!before.answered) dispatch(connectionConfirmed());
  });
};

/** Returns a function that repeats the queries with `refetchOnReconnect`. RTK Query tells only listeners. */
function reconnecting(dispatch: ThunkDispatch<ConnectionRoot, ConnectionServices, UnknownAction>): () => void {
  let askAgain = () => {};
  setupListeners(dispatch, (_dispatch, { onOnline }) => {
    askAgain = () => void dispatch(onOnline());
    return () => {};
  });
  return askAgain;
}

/** Asks the server now, after a failure. The outcome goes into the store, too. */
export const probeServer =
  (): ConnectionThunk<Promise<boolean>> =>
  (_dispatch, _getState, { connection }) =>
    connection?.probe() ?? serverAnswers();

/**
 * Watches whether our server answers. The browser's idea of being online differs: a café's Wi-Fi without internet
 * counts as no connection. The browser's events and the return to the page start a probe at once.
 */
function watchConnection(onChange: (online: boolean) => void): Connection {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let probes = 0;
  const probe = async () => {
    clearTimeout(timer);
    probes += 1;
    const number = probes;
    const online = await serverAnswers();
    // A later probe is running, or was answered.
    if (number !== probes) return online;
    failures = online ? 0 : failures + 1;
    onChange(online);
    clearTimeout(timer);
    timer = setTimeout(probe, online ? STEADY_MS : Math.min(STEADY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)));
    return online;
  };
  const hint = () => void probe();
  const lost = () => {
    onChange(false);
    hint();
  };
  window.addEventListener('online', hint);
  window.addEventListener('offline', lost);
  whenSeenAgain(hint);
  hint();
  return { probe };
}

/**
 * Whether our server answers at all. The sign-in page of a Wi-Fi answers every address with status 200, so the body
 * must be ours. Never rejects.
 */
async function serverAnswers(): Promise<boolean> {
  try {
    const answer = await fetch(PROBE_PATH, { cache: 'no-store', signal: timeLimit(PROBE_TIMEOUT_MS) });
    // An unread body would keep one of the few connections until the timeout.
    const body: unknown = JSON.parse(await answer.text());
    return answer.ok && typeof body === 'object' && body !== null && 'status' in body && body.status === 'ok';
  } catch {
    return false;
  }
}
