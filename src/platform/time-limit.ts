/** Something that should have come to an end has not. */
export class TookTooLong extends Error {
  override readonly name = 'TookTooLong';
}

const PARTS = 10;

/**
 * Rejects with TookTooLong when `work` has not settled within `ms` milliseconds. The time is counted in tenths, each
 * by a timer: a device that slept in between, or whose clock was set, has used up one of them at most.
 */
export function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    let left = PARTS;
    const timer = setInterval(() => {
      left -= 1;
      if (left > 0) return;
      clearInterval(timer);
      reject(new TookTooLong());
    }, ms / PARTS);
    work.then(resolve, reject).finally(() => clearInterval(timer));
  });
}
