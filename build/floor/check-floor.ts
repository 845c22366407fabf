/**
 * `node build/floor/check-floor.ts`, part of `npm run check`. It reports two things: our code that uses a feature which
 * the oldest supported browsers lack and newer-than-floor.ts does not list, and entries of that list without a use.
 */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { lackedBy } from './compat-data.ts';
import { findNewer, readSource } from './find-newer.ts';
import { NEWER_THAN_FLOOR, type Newer } from './newer-than-floor.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Members of library objects that have the names of newer browser members. */
const OF_LIBRARIES = ['isError'];

/** @param files by their path from the repository's root */
export function faultsOf(files: ReadonlyMap<string, string>, known: readonly Newer[] = NEWER_THAN_FLOOR): string[] {
  const sources = [...files].map(([name, text]) => readSource(name, text));
  const ours = new Set([...OF_LIBRARIES, ...sources.flatMap(({ ownNames }) => [...ownNames])]);
  const used = new Set<Newer>();
  const faults: string[] = [];
  for (const source of sources) {
    for (const { feature, line } of findNewer(source, ours)) {
      const entry = known.find((one) => covers(one, feature, source.name));
      if (entry !== undefined) used.add(entry);
      else
        faults.push(
          `${source.name}:${line} uses ${feature}, which is missing or partial in ${lackedBy(feature).join(', ')}`,
        );
    }
  }
  for (const { feature } of known.filter((one) => !used.has(one) && !isOfLibraries(one)))
    faults.push(`build/floor/newer-than-floor.ts lists ${feature}, which nothing uses there`);
  return faults;
}

export const covers = (entry: Newer, feature: string, file: string): boolean =>
  `${feature}.`.startsWith(`${entry.feature}.`) && entry.where.some((place) => `${file}/`.startsWith(`${place}/`));

const isOfLibraries = ({ where }: Newer): boolean => where.every((place) => place.startsWith('node_modules/'));

/** Source files that run in the browser. */
export const ownFiles = (): ReadonlyMap<string, string> =>
  new Map(
    [...globSync('src/**/*.{ts,tsx}', { cwd: root }), 'build/inline-script.js', 'build/old-browser.js']
      .toSorted()
      .map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
  );

if (import.meta.main) {
  const faults = faultsOf(ownFiles());
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) {
    process.stderr.write('Older browsers are supported: give it a fallback and list it in newer-than-floor.ts.\n');
    process.exitCode = 1;
  }
}
