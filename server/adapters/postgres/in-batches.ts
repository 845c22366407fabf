/** Items that arrive while a batch runs share the next one: one statement, one commit, one failure. */
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
