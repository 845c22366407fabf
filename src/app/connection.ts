import { setupListeners } from '@reduxjs/toolkit/query';
import { type Connection, serverAnswers, watchConnection } from '#platform/connection.ts';
import { connectionLost, connectionRegained } from '#platform/connection-slice.ts';
import type { AppStore } from './store.ts';

const connections = new WeakMap<AppStore, Connection>();

/**
 * Keeps `connection` in the store true to whether our server answers. When it does so again, what failed meanwhile and
 * is to be asked again on a reconnection (`refetchOnReconnect`) is: the browser's own 'online' says nothing of a server.
 */
export function followConnection(store: AppStore): void {
  // What the browser says of focus and network. What our server says comes on top of it.
  setupListeners(store.dispatch);
  let askAgain = () => {};
  setupListeners(store.dispatch, (dispatch, { onOnline }) => {
    askAgain = () => void dispatch(onOnline());
    return () => {};
  });
  const connection = watchConnection((online) => {
    if (store.getState().connection.online === online) return;
    store.dispatch(online ? connectionRegained() : connectionLost());
    if (online) askAgain();
  });
  connections.set(store, connection);
}

/** Asks the server now, for somebody who has met a failure; the store hears of the outcome, too. */
export const probeServer = (store: AppStore): Promise<boolean> => connections.get(store)?.probe() ?? serverAnswers();
