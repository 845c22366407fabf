import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from './support/sources.ts';

const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'],
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name)),
];
const textOf = (page: string) => readFileSync(path.join(root, page), 'utf8');

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-');
const anchorsOf = (page: string) =>
  [...textOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading.trim()));

/** The error of a page's link; undefined if the link works. */
function faultOf(page: string, link: string): string | undefined {
  const [file = '', anchor] = link.split('#');
  const target = file === '' ? page : path.join(path.dirname(page), file);
  if (!existsSync(path.join(root, target))) return `${page}: ${link} leads to no file`;
  const isHeading = anchor === undefined || !target.endsWith('.md') || anchorsOf(target).includes(anchor);
  return isHeading ? undefined : `${page}: ${link} leads to no heading`;
}

test('each link of a page leads to an existing file, and to an existing heading', () => {
  const links = PAGES.flatMap((page) =>
    [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => ({ page, link })),
  ).filter(({ link }) => !/^\w+:/.test(link));
  expect(links.length).toBeGreaterThan(100);
  expect(links.flatMap(({ page, link }) => faultOf(page, link) ?? [])).toEqual([]);
});

test('each TypeScript file that a page names exists', () => {
  const folders = ['src', 'server', 'mocks', 'build', 'tests'];
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `/${folder}/${file}`),
  );
  files.push('/vite.config.ts', '/vitest.config.ts');
  // CONTRIBUTING uses `x` for a file that is still to be written.
  const named = PAGES.flatMap((page) =>
    [...textOf(page).matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, file = '']) => ({ page, file })),
  ).filter(({ file }) => !/(^|\/)x[.-]/.test(file));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter(({ file }) => !files.some((one) => one.endsWith(`/${file}`)))).toEqual([]);
});

test.each(['src/features', 'server', 'tests'])('the page on architecture names every folder of %s', (folder) => {
  const [, named = ''] =
    new RegExp(`^\\| \`${folder}\` \\| (.*)`, 'm').exec(textOf('docs/develop/architecture.md')) ?? [];
  const folders = readdirSync(path.join(root, folder), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).filter((name) => !named.includes(`\`${name}\``))).toEqual([]);
});

test('each file that the operators’ pages copy or run exists', () => {
  const named = PAGES.filter((page) => page.startsWith('docs/operate/')).flatMap((page) =>
    [...textOf(page).matchAll(/(?:current\/|sh )(docs\/[\w./-]+[\w*])/g)].map(([, file = '']) => file),
  );
  expect(named.length).toBeGreaterThan(4);
  const files = readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map(
    (name) => `docs/${name}`,
  );
  for (const name of named) {
    const isThere = files.some((file) => file === name || (name.endsWith('*') && file.startsWith(name.slice(0, -1))));
    expect(isThere, name).toBe(true);
  }
});

test('each chaos and each bench that a page names exists', () => {
  const commands = PAGES.flatMap((page) =>
    [...textOf(page).matchAll(/`npm run (chaos|bench) ([a-z -]+)`/g)].map(([, kind = '', names = '']) => ({
      page,
      kind,
      names: names.trim().split(' '),
    })),
  );
  expect(commands.length).toBeGreaterThan(20);
  const strangers = commands.flatMap(({ page, kind, names }) => {
    const files = readdirSync(path.join(root, 'tests', kind)).filter((file) => file.endsWith(`.${kind}.ts`));
    const lost = names.filter((name) => !files.some((file) => file.startsWith(name)));
    return lost.map((name) => `${page}: npm run ${kind} ${name}`);
  });
  expect(strangers).toEqual([]);
});
