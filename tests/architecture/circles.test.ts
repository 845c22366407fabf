import { expect, test } from 'vitest';
import { importsOf, sources } from './support/sources.ts';

type Graph = ReadonlyMap<string, readonly string[]>;

/** Cycles of a graph, each as its path: enough that breaking them in turn leaves none, not every path. */
function circlesIn(graph: Graph): string[] {
  const circles: string[] = [];
  const done = new Set<string>();
  const visit = (node: string, way: readonly string[]) => {
    const at = way.indexOf(node);
    if (at >= 0) circles.push([...way.slice(at), node].join(' -> '));
    if (at >= 0 || done.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...way, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return circles;
}

test('a cycle of any length is found, and two paths to one module are not a cycle', () => {
  const long = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['d']],
    ['d', ['b']],
  ]);
  expect(circlesIn(long)).toEqual(['b -> c -> d -> b']);
  expect(circlesIn(new Map([['a', ['a']]]))).toEqual(['a -> a']);
  expect(
    circlesIn(
      new Map([
        ['a', ['b', 'c']],
        ['b', ['c']],
      ]),
    ),
  ).toEqual([]);
});

/**
 * Types count, too. To read one of two modules that describe each other, a person must read both. The first import of a
 * value would also turn a cycle of types into one of programs.
 */
test('no module imports itself, directly or through others', () => {
  const graph = new Map(sources.map((file) => [file, importsOf(file).local.map(({ to }) => to)]));
  expect(graph.size).toBeGreaterThan(300);
  expect(circlesIn(graph)).toEqual([]);
});
