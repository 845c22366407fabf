import type { Context } from 'koa';

const REMEMBERED = 1000;

/**
 * Uploads whose connection broke in the middle of a request. A browser quietly repeats a request whose connection broke
 * if that connection had carried another one before: at an offset that is wrong by then, and with all of its bytes. So
 * each further request of such an upload gets a connection of its own; the others keep theirs.
 */
export class FrailUploads {
  readonly #paths = new Set<string>();

  /** Takes note of a PATCH that breaks, and closes behind what is asked of an upload that broke before. */
  noteAndAnswer({ path, method, req, res }: Context): void {
    if (this.#paths.has(path)) res.setHeader('Connection', 'close');
    if (method !== 'PATCH') return;
    req.once('aborted', () => {
      this.#paths.add(path);
      const [oldest] = this.#paths;
      if (this.#paths.size > REMEMBERED && oldest !== undefined) this.#paths.delete(oldest);
    });
  }
}
