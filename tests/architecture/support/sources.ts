import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The project's folder. */
export const root = path.resolve(import.meta.dirname, '../../..');

/** One import, both files as paths below the root. */
interface Import {
  readonly from: string;
  readonly to: string;
}

/** The programs' own modules, as paths below the root. */
export const sources = ['src', 'server', 'mocks']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.tsx?$/.test(file));

const ALIASES: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
).imports;

/** The file below the root that a specifier names; undefined for a package. */
export function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier));
  for (const [alias, target] of Object.entries(ALIASES)) {
    const prefix = alias.slice(0, -1);
    if (specifier.startsWith(prefix)) return path.posix.join(target.slice(2, -1), specifier.slice(prefix.length));
  }
  return undefined;
}

/** What a module imports: for its types only, when it is needed, or passed on, all alike. */
export function importsOf(file: string): { specifiers: string[]; local: Import[] } {
  const text = readFileSync(path.join(root, file), 'utf8');
  const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"]+)['"]/g;
  const specifiers = [...text.matchAll(pattern)].map(([, specifier]) => specifier ?? '');
  const local = specifiers.flatMap((specifier) => {
    const to = resolve(file, specifier);
    return to === undefined ? [] : [{ from: file, to }];
  });
  return { specifiers, local };
}
