import { unavailable } from '../errors.ts';

/** The longest that a request waits for the one before it. */
const WAIT_MS = 30_000;

interface Holder {
  readonly giveUp: () => void;
  readonly released: Promise<void>;
}

/** Gives an upload to one request of this process at a time. A newer request asks the one before it to end soon. */
export class WriteLocks {
  readonly #holders = new Map<string, Holder>();

  /**
   * Resolves with what releases the upload again, once it is this request's. `giveUp` is called when another request
   * wants it. Rejects with UNAVAILABLE where the request before does not end in time.
   */
  async hold(id: string, giveUp: () => void = () => undefined): Promise<() => void> {
    for (let holder = this.#holders.get(id); holder !== undefined; holder = this.#holders.get(id)) {
      holder.giveUp();
      await inTime(holder.released);
    }
    const { promise: released, resolve } = Promise.withResolvers<void>();
    this.#holders.set(id, { giveUp, released });
    return () => {
      this.#holders.delete(id);
      resolve();
    };
  }
}

async function inTime(released: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(unavailable(new Error('the upload is held by another request'))), WAIT_MS);
  });
  try {
    await Promise.race([released, late]);
  } finally {
    clearTimeout(timer);
  }
}
