import { readFileSync } from 'node:fs';
import path from 'node:path';
import { browserPolicy } from './lists/browser-policy.ts';
import { drafts } from './lists/drafts.ts';
import { ledger } from './lists/ledger.ts';
import { outbox } from './lists/outbox.ts';
import { secrecy } from './lists/secrecy.ts';
import { sharedComputer } from './lists/shared-computer.ts';
import { submission } from './lists/submission.ts';

/** The project's folder. */
export const root = path.resolve(import.meta.dirname, '../..');

/** One rule broken, in a way that Stryker does not: over several lines, in another order, in SQL or in a header. */
export interface Mutation {
  /** What goes wrong then, as a sentence. */
  readonly rule: string;
  /** Below the root. */
  readonly file: string;
  /** Occurs in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  /** The test file that notices, below `tests`. A browser test runs on pages that are built with the rule broken. */
  readonly test: string;
}

export const MUTATIONS: readonly Mutation[] = [
  ...submission,
  ...ledger,
  ...secrecy,
  ...browserPolicy,
  ...drafts,
  ...outbox,
  ...sharedComputer,
];

/**
 * The text of the mutation's file with the rule broken.
 * @param folder that holds the project
 * Throws unless the file has the text to find exactly once.
 */
export function mutatedText({ rule, file, find, replace }: Mutation, folder = root): string {
  const text = readFileSync(path.join(folder, file), 'utf8');
  const count = text.split(find).length - 1;
  if (count !== 1) throw new Error(`${file} has ${JSON.stringify(find)} ${count} times, not once: ${rule}`);
  // A function, since a replacement text may have signs such as $& in it.
  return text.replace(find, () => replace);
}
