import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, resolve, root, sources } from './support/sources.ts';

/** The browser's modules in order (docs/develop/architecture.md): a module imports only earlier ones. */
const BROWSER_MODULES = [
  'src/domain',
  'src/contract',
  'src/platform',
  'src/components',
  'src/features/drafts',
  'src/features/documents',
  'src/features/agents',
  'src/features/passport',
  'src/features/preflight',
  'src/features/submission',
  'src/features/shared-computer',
  'src/features/desk',
  'src/features/forms/kit',
  'src/features/forms/student',
  'src/features/forms/short',
  'src/features/forms/agency',
  'src/features/landing',
  'src/features/dev-tools',
  'src/app',
];

interface Zone {
  readonly zone: string;
  readonly folder: string;
  readonly may: readonly string[];
  readonly types?: readonly string[];
}

/**
 * Which server folders may import which. A file's zone is the first entry whose folder contains it. Of `types`, only
 * types may be imported.
 */
const ZONES: readonly Zone[] = [
  { zone: 'domain', folder: 'src/domain', may: [] },
  { zone: 'contract', folder: 'src/contract', may: ['domain'] },
  { zone: 'browser', folder: 'src', may: ['domain', 'contract'] },
  { zone: 'ports', folder: 'server/ports', may: ['domain'], types: ['contract'] },
  { zone: 'errors', folder: 'server/errors.ts', may: ['contract', 'domain'] },
  {
    zone: 'submission',
    folder: 'server/submission',
    may: ['ports', 'errors', 'domain'],
    types: ['contract', 'adapters'],
  },
  {
    zone: 'transfers',
    folder: 'server/transfers',
    may: ['submission', 'ports', 'errors', 'domain', 'contract'],
    types: ['adapters'],
  },
  { zone: 'adapters', folder: 'server/adapters', may: ['ports', 'errors', 'domain'], types: ['contract'] },
  {
    zone: 'http',
    folder: 'server/http',
    may: ['transfers', 'submission', 'ports', 'errors', 'contract', 'domain'],
    types: ['adapters'],
  },
  {
    zone: 'server',
    folder: 'server',
    may: ['http', 'transfers', 'submission', 'adapters', 'ports', 'errors', 'contract', 'domain', 'mocks'],
  },
  { zone: 'mocks', folder: 'mocks', may: [] },
];

const zoneOf = (file: string) => ZONES.find(({ folder }) => file === folder || file.startsWith(`${folder}/`));
const moduleOf = (file: string) => BROWSER_MODULES.findIndex((folder) => file.startsWith(`${folder}/`));

describe('which module may import which', () => {
  test.each(ZONES.filter(({ zone }) => zone !== 'server'))(
    '$zone imports only $may',
    ({ folder, zone, may, types }) => {
      const broken = sources
        .filter((file) => zoneOf(file)?.folder === folder)
        .flatMap((file) => importsOf(file).local)
        .filter(({ to, isOfTypes }) => {
          const target = zoneOf(to)?.zone ?? '';
          return target !== zone && !may.includes(target) && !(isOfTypes && types?.includes(target));
        });
      expect(broken).toEqual([]);
    },
  );

  test('only server/main.ts imports mocks, and nothing in the server imports the browser but domain and contract', () => {
    const broken = sources
      .filter((file) => zoneOf(file)?.zone === 'server')
      .flatMap((file) => importsOf(file).local)
      .filter(({ from, to }) => {
        const target = zoneOf(to)?.zone ?? '';
        if (target === 'mocks') return from !== 'server/main.ts';
        return target === 'browser';
      });
    expect(broken).toEqual([]);
  });

  test('the simulated services do not need the tests, and their folder has nothing only for tests', () => {
    const reached = new Set(['mocks/main.ts']);
    for (const file of reached) for (const { to } of importsOf(file).local) reached.add(to);
    expect([...reached].toSorted()).toEqual(sources.filter((file) => file.startsWith('mocks/')).toSorted());
  });

  test("every file of the browser's half is in a module, and imports only earlier modules", () => {
    const files = sources.filter((file) => file.startsWith('src/'));
    expect(files.filter((file) => moduleOf(file) === -1)).toEqual([]);
    const broken = files
      .flatMap((file) => importsOf(file).local)
      .filter(({ from, to }) => moduleOf(to) > moduleOf(from))
      .map(({ from, to }) => `${from} -> ${to}`);
    expect(broken).toEqual([]);
  });

  test('the domain and the ports import no package', () => {
    const broken = sources
      .filter((file) => file.startsWith('src/domain/') || file.startsWith('server/ports/'))
      .flatMap((file) =>
        importsOf(file)
          .specifiers.filter((specifier) => resolve(file, specifier) === undefined)
          .map((to) => ({ file, to })),
      )
      .filter(({ file, to }) => file.startsWith('src/domain/') || !to.startsWith('node:'));
    expect(broken).toEqual([]);
  });

  test('the environment is read in one module only', () => {
    const readers = sources.filter(
      (file) => file.startsWith('server/') && /process\.env\b/.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(readers).toEqual(['server/config.ts']);
  });

  test("the browser's database is opened in one module only, which handles every end of a transaction", () => {
    const openers = sources.filter(
      (file) =>
        file.startsWith('src/') &&
        /\bopenDatabase\b|\bindexedDB\b(?!\.(?:databases|deleteDatabase)\b)/.test(
          readFileSync(path.join(root, file), 'utf8'),
        ),
    );
    expect(openers).toEqual(['src/platform/database.ts', 'src/platform/device-storage.ts']);
  });

  test('the files in the image import only files in the image', () => {
    const absent = readFileSync(path.join(root, '.dockerignore'), 'utf8').trim().split('\n');
    const built = [
      ...sources,
      ...readdirSync(path.join(root, 'build'), { recursive: true, encoding: 'utf8' })
        // It writes pages of docs/, which are not in the image either.
        .filter((file) => path.extname(file) !== '' && file !== 'write-docs.ts')
        .map((file) => `build/${file}`),
      'vite.config.ts',
    ];
    const broken = built
      .flatMap((file) => importsOf(file).local)
      .filter(({ to }) => absent.some((name) => to.startsWith(`${name}/`)));
    expect(broken).toEqual([]);
  });
});
