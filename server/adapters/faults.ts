/** Where a fault can strike: before a port is called, after it did its work, before the ledger writes. */
export type FaultPoint = 'before-call' | 'after-call' | 'before-ledger-write';

/** What happens at a point: nothing, an error, or the end of the process. `call` is `port.method`. */
export type Fault = (point: FaultPoint, call: string) => void | Promise<void>;

type Method = (...args: never[]) => unknown;

/** Methods of the ledger that write. */
const WRITES = new Set(['ledger.create', 'ledger.save', 'uploads.add', 'uploads.finish', 'uploads.remove']);

/**
 * The same port with a fault before and after each call that answers with a promise. For tests: product code never
 * wraps anything.
 */
export function withFaults<Port extends object>(name: string, port: Port, fault: Fault): Port {
  return new Proxy(port, {
    get: (target, key, receiver) => {
      const member: unknown = Reflect.get(target, key, receiver);
      if (typeof member !== 'function' || typeof key !== 'string') return member;
      return intercepted(`${name}.${key}`, member.bind(target), fault);
    },
  });
}

function intercepted(call: string, method: Method, fault: Fault): (...args: never[]) => unknown {
  if (SYNCHRONOUS.has(call.split('.')[1] ?? '')) return method;
  return async (...args) => {
    await fault(WRITES.has(call) ? 'before-ledger-write' : 'before-call', call);
    const answer = await method(...args);
    await fault('after-call', call);
    return answer;
  };
}

const SYNCHRONOUS = new Set(['watch', 'open', 'list', 'now', 'random']);
