/**
 * Does for several items together what is asked for while the work before is under way, so that they share one statement
 * and one commit. A failure is that of all items of its batch.
 */
export function inBatches<Item, Result>(
  work: (items: readonly Item[]) => Promise<Result>,
): (item: Item) => Promise<Result> {
  let next: { readonly items: Item[]; readonly done: Promise<Result> } | undefined;
  let last: Promise<unknown> = Promise.resolve();
  return (item) => {
    if (next === undefined) {
      const items: Item[] = [];
      const done = last.then(() => {
        next = undefined;
        return work(items);
      });
      next = { items, done };
      last = done.catch(() => undefined);
    }
    next.items.push(item);
    return next.done;
  };
}
