import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { importsOf, resolve, root, sources } from './support/sources.ts';

/** Who may import whom (docs/architecture.md). The first entry whose folder holds a file is its zone. */
const ZONES = [
  { zone: 'domain', folder: 'src/domain', may: [] },
  { zone: 'contract', folder: 'src/contract', may: ['domain'] },
  { zone: 'lib', folder: 'src/lib', may: ['contract', 'domain'] },
  { zone: 'components', folder: 'src/components', may: ['domain', 'lib'] },
  { zone: 'features', folder: 'src/features', may: ['components', 'lib', 'contract', 'domain'] },
  { zone: 'app', folder: 'src/app', may: ['features', 'components', 'lib', 'contract', 'domain'] },
  { zone: 'ports', folder: 'server/ports', may: ['domain'] },
  { zone: 'errors', folder: 'server/errors.ts', may: ['contract', 'domain'] },
  { zone: 'submission', folder: 'server/submission', may: ['ports', 'errors', 'domain'] },
  { zone: 'adapters', folder: 'server/adapters', may: ['ports', 'errors', 'domain'] },
  { zone: 'http', folder: 'server/http', may: ['submission', 'ports', 'errors', 'contract', 'domain'] },
  {
    zone: 'server',
    folder: 'server',
    may: ['http', 'submission', 'adapters', 'ports', 'errors', 'contract', 'domain', 'mocks'],
  },
  { zone: 'mocks', folder: 'mocks', may: [] },
] as const;

const zoneOf = (file: string) => ZONES.find(({ folder }) => file === folder || file.startsWith(`${folder}/`));
const featureOf = (file: string) => /^src\/features\/([^/]+)/.exec(file)?.[1];

describe('who may import whom', () => {
  test.each(ZONES.filter(({ zone }) => zone !== 'server'))('$zone imports only $may', ({ folder, zone, may }) => {
    const broken = sources
      .filter((file) => zoneOf(file)?.folder === folder)
      .flatMap((file) => importsOf(file).local)
      .filter(({ to }) => {
        const target = zoneOf(to)?.zone;
        return target !== zone && !(may as readonly (string | undefined)[]).includes(target);
      });
    expect(broken).toEqual([]);
  });

  test('only server/main.ts imports mocks, and nothing in the server imports the browser but domain and contract', () => {
    const broken = sources
      .filter((file) => zoneOf(file)?.zone === 'server')
      .flatMap((file) => importsOf(file).local)
      .filter(({ from, to }) => {
        const target = zoneOf(to)?.zone ?? '';
        if (target === 'mocks') return from !== 'server/main.ts';
        return ['app', 'features', 'components', 'lib'].includes(target);
      });
    expect(broken).toEqual([]);
  });

  test('a feature never imports another feature', () => {
    const broken = sources
      .filter((file) => featureOf(file) !== undefined)
      .flatMap((file) => importsOf(file).local)
      .filter(({ from, to }) => featureOf(to) !== undefined && featureOf(to) !== featureOf(from));
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
        file.startsWith('src/') && /\bopenDatabase\b|\bindexedDB\b/.test(readFileSync(path.join(root, file), 'utf8')),
    );
    expect(openers).toEqual(['src/lib/database.ts', 'src/lib/has-database.ts']);
  });

  test('what the image is built from imports nothing that it is built without', () => {
    const absent = readFileSync(path.join(root, '.dockerignore'), 'utf8').trim().split('\n');
    const built = [
      ...sources,
      ...readdirSync(path.join(root, 'build')).map((file) => `build/${file}`),
      'vite.config.ts',
    ];
    const broken = built
      .flatMap((file) => importsOf(file).local)
      .filter(({ to }) => absent.some((name) => to.startsWith(`${name}/`)));
    expect(broken).toEqual([]);
  });
});
