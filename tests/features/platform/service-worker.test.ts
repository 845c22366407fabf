import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { registerServiceWorker } from '#platform/service-worker.ts';

/** What the page sees of a worker that the browser installs; `become` takes it through its life as a browser does. */
class Worker extends EventTarget {
  state: ServiceWorkerState = 'parsed';
  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
}
class Registration extends EventTarget {
  installing: Worker | null = null;
  waiting: Worker | null = null;
  active: Worker | null = null;
  update = async () => {};

  /** The browser has found a version that it does not have. */
  find(): Worker {
    const worker = new Worker();
    this.installing = worker;
    this.dispatchEvent(new Event('updatefound'));
    worker.become('installing');
    return worker;
  }
  install(worker: Worker): void {
    this.installing = null;
    this.waiting = worker;
    worker.become('installed');
  }
}

let registration: Registration;
let workers: EventTarget & {
  controller: Worker | null;
  register: () => Promise<Registration>;
  getRegistration: () => Promise<Registration | undefined>;
};
const said = vi.fn();

beforeEach(() => {
  registration = new Registration();
  workers = Object.assign(new EventTarget(), {
    controller: null,
    register: async () => registration,
    getRegistration: async (): Promise<Registration | undefined> => registration,
  });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: workers });
  vi.stubGlobal('caches', { open: async () => ({ put: async () => {} }) });
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  vi.useFakeTimers();
});
afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker');
  vi.unstubAllGlobals();
  vi.useRealTimers();
  said.mockClear();
});

/** A worker of an earlier visit is in control when the page is loaded. */
function returnOn(): Worker {
  const worker = new Worker();
  registration.active = worker;
  workers.controller = worker;
  return worker;
}
/** The worker that waited is in control; `late`, the registration names it as waiting for a while yet, as in WebKit. */
function takeControl(worker: Worker, { late = false } = {}): void {
  registration.active = worker;
  workers.controller = worker;
  if (!late) registration.waiting = null;
  worker.become('activating');
  worker.become('activated');
  registration.waiting = null;
  workers.dispatchEvent(new Event('controllerchange'));
}

describe('on the first visit nothing is said of a new version', () => {
  test.each([false, true])('while the first one is installed (named as waiting for longer: %s)', async (late) => {
    await registerServiceWorker(said);
    const worker = registration.find();
    registration.install(worker);
    takeControl(worker, { late });
    expect(said).not.toHaveBeenCalled();
  });

  test('when the first one waits already as the page comes to look', async () => {
    registration.waiting = new Worker();
    workers.register = async () => {
      workers.controller = registration.waiting;
      return registration;
    };
    await registerServiceWorker(said);
    expect(said).not.toHaveBeenCalled();
  });

  test('before another one is found while the page stays open', async () => {
    await registerServiceWorker(said);
    const first = registration.find();
    registration.install(first);
    takeControl(first);
    const next = registration.find();
    expect(said).not.toHaveBeenCalled();
    registration.install(next);
    expect(said.mock.calls).toEqual([[expect.objectContaining({ type: 'update/ready' })]]);
  });
});

describe('on a later visit a new version is announced', () => {
  test('when it waits since before the visit', async () => {
    returnOn();
    registration.waiting = new Worker();
    await registerServiceWorker(said);
    expect(said).toHaveBeenCalledOnce();
  });

  test('once it is installed, and not when it could not be', async () => {
    returnOn();
    await registerServiceWorker(said);
    registration.find().become('redundant');
    expect(said).not.toHaveBeenCalled();
    registration.install(registration.find());
    expect(said).toHaveBeenCalledOnce();
  });
});

describe('that the application could not be kept', () => {
  const NOT_KEPT = expect.objectContaining({ type: 'update/notKept' });

  test('is said where the browser has no service workers', async () => {
    Reflect.deleteProperty(navigator, 'serviceWorker');
    await registerServiceWorker(said);
    expect(said.mock.calls).toEqual([[NOT_KEPT]]);
  });

  test('is said where the worker may not be registered, unless an earlier one is in control', async () => {
    workers.register = () => Promise.reject(new TypeError('blocked'));
    await registerServiceWorker(said);
    expect(said.mock.calls).toEqual([[NOT_KEPT]]);
    said.mockClear();
    returnOn();
    await registerServiceWorker(said);
    expect(said).not.toHaveBeenCalled();
  });

  test('is said where the first worker could not be installed', async () => {
    await registerServiceWorker(said);
    registration.find().become('redundant');
    expect(said.mock.calls).toEqual([[NOT_KEPT]]);
  });

  test('is said where the first worker has failed before the page hears that it was found', async () => {
    await registerServiceWorker(said);
    registration.dispatchEvent(new Event('updatefound'));
    expect(said.mock.calls).toEqual([[NOT_KEPT]]);
  });

  test('is said if the browser has already removed the registration of the first worker', async () => {
    workers.getRegistration = async () => undefined;
    await registerServiceWorker(said);
    expect(said.mock.calls).toEqual([[NOT_KEPT]]);
  });

  test('is not said where the worker could be installed, and is replaced later', async () => {
    await registerServiceWorker(said);
    const first = registration.find();
    registration.install(first);
    takeControl(first);
    first.become('redundant');
    expect(said).not.toHaveBeenCalled();
  });
});

test('the page of something else is not kept as a list', async () => {
  const put = vi.fn(async () => {});
  vi.stubGlobal('caches', { open: async () => ({ put }) });
  vi.stubGlobal('fetch', async (path: string) => {
    const type = path === '/api/intakes' ? 'text/html' : 'application/json';
    return new Response('{}', { headers: { 'Content-Type': type } });
  });
  await registerServiceWorker(said);
  expect(put.mock.calls.map(([path]: unknown[]) => path)).toEqual([
    '/api/config',
    '/api/college',
    '/api/agent-list',
    '/api/classifications',
  ]);
});
