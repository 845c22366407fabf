import type { Mutation } from './mutation.ts';

/** A rule broken by `find` and `replace`; with tests of its own, where others than those of its file notice it. */
type Break = readonly [find: string, replace: string, ...tests: string[]];

/**
 * The mutations of one file, by the sentence of each.
 * @param tests below `tests`, likely to notice any of them
 */
export const within = (
  file: string,
  tests: string | readonly string[],
  breaks: Readonly<Record<string, Break>>,
): readonly Mutation[] =>
  Object.entries(breaks).map(([rule, [find, replace, ...own]]) => {
    const names = own.length > 0 ? own : [tests].flat();
    return { rule, file, find, replace, tests: names.map((name) => `tests/${name}`) };
  });

/** The same, tested with pages that are built again. */
export const built = (mutations: readonly Mutation[]): readonly Mutation[] =>
  mutations.map((mutation) => ({ ...mutation, needsBuild: true }));
