import { expose } from 'comlink';
import { createSheetWork } from '#features/desk/sheet/sheet-work.ts';

/** The started workers, oldest first. */
export const startedWorkers: WorkerInPage[] = [];

/** A worker without a thread, for pages outside a browser: the product's work behind a real message channel. */
export class WorkerInPage {
  readonly #channel = new MessageChannel();
  readonly #failures = new EventTarget();

  constructor() {
    expose(createSheetWork(), this.#channel.port2 as unknown as MessagePort);
    this.#channel.port1.start();
    startedWorkers.push(this);
  }

  postMessage(message: unknown): void {
    this.#channel.port1.postMessage(message);
  }

  addEventListener(type: string, listener: EventListener): void {
    if (type === 'message') this.#channel.port1.addEventListener(type, listener);
    else this.#failures.addEventListener(type, listener);
  }

  removeEventListener(type: string, listener: EventListener): void {
    this.#channel.port1.removeEventListener(type, listener);
  }

  /** Ends it like a browser that is out of memory. */
  die(): void {
    this.terminate();
    this.#failures.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
  }

  terminate(): void {
    this.#channel.port1.close();
    this.#channel.port2.close();
  }
}
