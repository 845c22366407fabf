import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';

interface BuiltChunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

/** Where the build puts what only those need who make a PDF of photos, have one looked at, or bring a spreadsheet (vite.config.ts). */
const LATE = 'assets/scan/';
let chunks: ReadonlyMap<string, BuiltChunk>;

beforeAll(async () => {
  chunks = new Map(Object.entries(JSON.parse(await readFile('dist/.vite/manifest.json', 'utf8'))));
});

/** The files that come with a chunk. */
function filesWith(name: string, known = new Set<string>()): ReadonlySet<string> {
  const chunk = chunks.get(name);
  if (chunk === undefined || known.has(chunk.file)) return known;
  known.add(chunk.file);
  for (const one of chunk.imports ?? []) filesWith(one, known);
  return known;
}

/** No way to a form leads over the pages that a link from another device opens, or over the dialog for spreadsheets. */
const LINKED_PAGES = [
  ...['src/app/pages/phone-page.tsx', 'src/app/pages/device-page.tsx'],
  'src/app/pages/add-students-dialog.tsx',
  'src/app/pages/add-documents-dialog.tsx',
];
const isPage = (name: string) => name === 'index.html' || name.startsWith('src/app/pages/');

test('nothing of the scan engine, its libraries or what goes to another device comes with the page or with a form', () => {
  expect(LINKED_PAGES.filter((page) => !chunks.has(page))).toEqual([]);
  const pages = [...chunks.keys()].filter((name) => isPage(name) && !LINKED_PAGES.includes(name));
  expect(pages).toContain('index.html');
  expect(pages.length).toBeGreaterThan(4);
  const files = pages.flatMap((name) => [...filesWith(name)]);
  expect(files.filter((file) => file.startsWith(LATE))).toEqual([]);
  expect([...chunks.values()].filter(({ file }) => file.startsWith(LATE))).not.toEqual([]);
});

test('the libraries of scans are in no other file than those that come late', async () => {
  // Words of pdf-lib and of pdf.js that a minifier leaves as they are.
  const words = ['No PDF header found', 'InvalidPDFException', 'MissingPDFException', 'Comlink.proxy'];
  for (const { file } of chunks.values()) {
    if (file.startsWith(LATE) || !file.endsWith('.js')) continue;
    const text = await readFile(`dist/${file}`, 'utf8');
    expect(
      words.filter((word) => text.includes(word)),
      file,
    ).toEqual([]);
  }
});

test('the dialog for spreadsheets is in a file that comes late, and what reads them in no file of the page', async () => {
  const dialog = chunks.get('src/app/pages/add-students-dialog.tsx')?.file ?? '';
  expect(dialog).toMatch(LATE);
  expect(await readFile(`dist/${dialog}`, 'utf8')).toContain('Choose a spreadsheet');
  // Words of Papa Parse and of saxen.
  const words = ['UndetectableDelimiter', 'unclosed tag'];
  for (const { file } of chunks.values()) {
    if (!file.endsWith('.js')) continue;
    const text = await readFile(`dist/${file}`, 'utf8');
    expect(
      words.filter((word) => text.includes(word)),
      file,
    ).toEqual([]);
  }
});

test('the service worker keeps none of them before they were used', async () => {
  const script = await readFile('dist/service-worker.js', 'utf8');
  const kept = [...script.matchAll(/"?url"?:\s*["`]([^"`]+)["`]/g)].map(([, url]) => url ?? '');
  expect(kept).toContain('index.html');
  expect(kept.filter((url) => url.startsWith(LATE))).toEqual([]);
});
