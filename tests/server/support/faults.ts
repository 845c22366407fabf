import { setImmediate } from 'node:timers/promises';

/** When a fault occurs: before a call of a port, after its work, or before or during a write of the ledger. */
export type FaultPoint = 'before-call' | 'after-call' | 'before-ledger-write' | 'during-ledger-write';

/** The fault at a point: nothing, an error, or the end of the process. `call` is `port.method`. */
export type Fault = (point: FaultPoint, call: string) => void | Promise<void>;

type Method = (...args: never[]) => unknown;

/** The ledger methods that write. */
const WRITES = new Set(['ledger.create', 'ledger.save', 'uploads.add', 'uploads.finish', 'uploads.deleteIfUnclaimed']);

/**
 * The same port with a fault before and after each call that returns a promise. Calls that return streams have one
 * before the first block and after each block. For tests: product code never wraps anything.
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

/** Runs the fault a moment later, during the write. */
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

/** Synchronous methods that cannot fail, because they call nothing else. */
const SYNCHRONOUS = new Set(['watch', 'start', 'now', 'random', 'hasExtension', 'getExpiration']);
/** Methods that return streams. */
const READING = new Set(['open', 'list']);
