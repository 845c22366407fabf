import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The project's folder. */
export const root = path.resolve(import.meta.dirname, '../../..');

/** One import, with both files as paths below the root. */
interface Import {
  readonly from: string;
  readonly to: string;
  /** Whether it is removed before the program runs. */
  readonly isOfTypes: boolean;
}

/** The modules of the programs, as paths below the root. */
export const sources = ['src', 'server', 'mocks']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.tsx?$/.test(file));

const ALIASES: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
).imports;

/** The file of a specifier, below the root; undefined for a package. */
export function resolve(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier));
  for (const [alias, target] of Object.entries(ALIASES)) {
    const prefix = alias.slice(0, -1);
    if (specifier.startsWith(prefix)) return path.posix.join(target.slice(2, -1), specifier.slice(prefix.length));
  }
  return undefined;
}

/** The imports of a module: types, static, dynamic and re-exports alike. */
export function importsOf(file: string): { specifiers: string[]; local: Import[] } {
  const text = readFileSync(path.join(root, file), 'utf8');
  const pattern = /(?:^(?:import|export)\s(type\s)?[^'"]*?\bfrom\s*|\bimport\s*\(?\s*)['"]([^'"]+)['"]/gm;
  const imports = [...text.matchAll(pattern)].map(([, type, specifier = '']) => ({ type, specifier }));
  const local = imports.flatMap(({ type, specifier }) => {
    const to = resolve(file, specifier);
    return to === undefined ? [] : [{ from: file, to, isOfTypes: type !== undefined }];
  });
  return { specifiers: imports.map(({ specifier }) => specifier), local };
}
