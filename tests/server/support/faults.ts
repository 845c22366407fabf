import { setImmediate } from 'node:timers/promises';

/** Where a fault can strike: before a port is called, after it did its work; before and while the ledger writes. */
export type FaultPoint = 'before-call' | 'after-call' | 'before-ledger-write' | 'during-ledger-write';

/** What happens at a point: nothing, an error, or the end of the process. `call` is `port.method`. */
export type Fault = (point: FaultPoint, call: string) => void | Promise<void>;

type Method = (...args: never[]) => unknown;

/** Methods of the ledger that write. */
const WRITES = new Set(['ledger.create', 'ledger.save', 'uploads.add', 'uploads.finish', 'uploads.deleteIfUnclaimed']);

/**
 * The same port with a fault before and after each call that answers with a promise, and of those that give something
 * to read, before the first and after each block. For tests: product code never wraps anything.
 */
export function withFaults<Port extends object>(name: string, port: Port, fault: Fault): Port {
  return new Proxy(port, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key);
      if (typeof member !== 'function' || typeof key !== 'string') return member;
      return intercepted(`${name}.${key}`, member.bind(target), fault);
    },
  });
}

function intercepted(call: string, method: Method, fault: Fault): (...args: never[]) => unknown {
  const name = call.split('.')[1] ?? '';
  if (SYNCHRONOUS.has(name)) return method;
  if (READING.has(name)) return (...args) => readWith(fault, call, method(...args));
  return async (...args) => {
    const isWrite = WRITES.has(call);
    await fault(isWrite ? 'before-ledger-write' : 'before-call', call);
    const answering = method(...args);
    if (isWrite) await meanwhile(fault, call);
    const answer = await answering;
    await fault('after-call', call);
    return answer;
  };
}

/** A moment later, when the write is under way. */
async function meanwhile(fault: Fault, call: string): Promise<void> {
  await setImmediate();
  await fault('during-ledger-write', call);
}

async function* readWith(fault: Fault, call: string, blocks: unknown): AsyncIterable<unknown> {
  await fault('before-call', call);
  for await (const block of blocks as AsyncIterable<unknown>) {
    yield block;
    await fault('after-call', call);
  }
}

/** Methods that answer at once and cannot fail: they call nothing else. */
const SYNCHRONOUS = new Set(['watch', 'start', 'now', 'random', 'hasExtension', 'getExpiration']);
/** What gives something to read. */
const READING = new Set(['open', 'list']);
