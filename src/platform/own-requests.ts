/**
 * What the person asked for and waits for (lists, the submission itself) goes before what happens in the background:
 * uploads let it pass. Probes of the connection are nobody's request.
 */
let underWay = 0;
let waiting: (() => void)[] = [];

/** Makes one of the person's own requests. */
export async function asOwnRequest<T>(request: () => PromiseLike<T>): Promise<T> {
  underWay += 1;
  try {
    return await request();
  } finally {
    underWay -= 1;
    if (underWay === 0) {
      const passed = waiting;
      waiting = [];
      for (const resume of passed) resume();
    }
  }
}

/** Resolves when none of the person's own requests is under way: at once where there is none. */
export async function whenNoneIsOwn(): Promise<void> {
  while (underWay > 0) await new Promise<void>((resolve) => waiting.push(resolve));
}
