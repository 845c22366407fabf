/** An event for the pages. `target` is set by its creator, or else by the target it is dispatched on. */
export class SimEvent {
  readonly type: string;
  target: unknown = null;
  data: unknown;
  /** For `pagehide` and `pageshow`: whether the page goes into, or comes from, the back/forward cache. */
  readonly persisted: boolean;
  constructor(type: string, init: { readonly data?: unknown; readonly persisted?: boolean } = {}) {
    this.type = type;
    this.data = init.data;
    this.persisted = init.persisted ?? false;
  }
  stopPropagation(): void {}
  preventDefault(): void {}
}

type Listener = (event: SimEvent) => unknown;

/** An event target. Capturing listeners come first, as on a window. */
export class Hearing {
  #listeners: {
    readonly type: string;
    readonly listener: Listener;
    readonly capture: boolean;
    readonly once: boolean;
  }[] = [];

  addEventListener(
    type: string,
    listener: Listener,
    options: boolean | { capture?: boolean; once?: boolean; signal?: AbortSignal } = {},
  ): void {
    const {
      capture = false,
      once = false,
      signal = undefined,
    } = typeof options === 'object' ? options : { capture: options };
    if (signal?.aborted) return;
    this.#listeners.push({ type, listener, capture, once });
    signal?.addEventListener('abort', () => this.removeEventListener(type, listener));
  }

  removeEventListener(type: string, listener: Listener): void {
    this.#listeners = this.#listeners.filter((one) => one.type !== type || one.listener !== listener);
  }

  dispatchEvent(event: SimEvent): boolean {
    event.target ??= this;
    const heard = this.#listeners.filter(({ type }) => type === event.type);
    for (const one of heard.sort((first, second) => Number(second.capture) - Number(first.capture))) {
      if (one.once) this.removeEventListener(one.type, one.listener);
      one.listener.call(this, event);
    }
    return true;
  }
}
