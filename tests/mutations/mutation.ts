import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The project's folder. */
export const root = path.resolve(import.meta.dirname, '../..');

/** One rule broken: the program as it would be without the rule. */
export interface Mutation {
  /** What goes wrong then, as a sentence; its name in reports and among the survivors. */
  readonly rule: string;
  /** Below the root. */
  readonly file: string;
  /** Occurs in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** Test files below the root that are likely to notice; they run first. */
  readonly tests: readonly string[];
  /** The tests use the built pages: they are built again with the rule broken. */
  readonly needsBuild?: true;
}

/** A rule broken that no test of those that run here notices, and why none does. */
export interface Survivor {
  readonly rule: string;
  readonly reason: string;
}

/**
 * The text of the mutation's file with the rule broken.
 * @param folder that holds the project
 * Throws where the file does not have the text to find exactly once.
 */
export function mutatedText({ rule, file, find, replace }: Mutation, folder = root): string {
  const text = readFileSync(path.join(folder, file), 'utf8');
  const count = text.split(find).length - 1;
  if (count !== 1) throw new Error(`${file} has ${JSON.stringify(find)} ${count} times, not once: ${rule}`);
  // A function, since a replacement text may have signs such as $& in it.
  return text.replace(find, () => replace);
}
