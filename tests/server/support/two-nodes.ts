import { afterAll, beforeAll } from 'vitest';
import { type Nodes, startNodes } from '#tests/support/nodes.ts';
import type { Product } from '#tests/support/product.ts';
import { Client } from './client.ts';

/** Two nodes on one database and one bucket for the tests of a file, with the result of `of` for a client of each. */
export function twoNodes<Calls>(of: (client: Client) => Calls) {
  let nodes: Nodes;
  let started: readonly [Product, Product];
  beforeAll(async () => {
    nodes = await startNodes();
    started = await Promise.all([nodes.start(), nodes.start()]);
  });
  afterAll(() => nodes[Symbol.asyncDispose]());
  return {
    first: (): Calls => of(new Client(started[0].url)),
    second: (): Calls => of(new Client(started[1].url)),
    /** The keys of uploads in the bucket. */
    uploads: (): readonly string[] => nodes.documents().filter((key) => /^[0-9a-f]{32}/.test(key)),
  };
}
