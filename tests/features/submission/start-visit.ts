import { vi } from 'vitest';
import { createStore } from '#app/store.ts';
import { api } from '#platform/api.ts';
import { newDevice } from '../new-device.ts';
import { pageAt, startApiServer, submissionAt } from './api-server.ts';

/** A new device with a page, and a server that accepts the application. `end` belongs in `afterEach`. */
export async function startVisit(applicationId: string) {
  await newDevice();
  const server = await startApiServer();
  server.answers.put = { status: 202, body: submissionAt(applicationId, 'preparing', {}) };
  pageAt(server.url);
  const store = createStore();
  async function end(): Promise<void> {
    store.dispatch(api.util.resetApiState());
    await server.stop();
    vi.unstubAllGlobals();
  }
  return { server, store, end };
}
export type Visit = Awaited<ReturnType<typeof startVisit>>;
