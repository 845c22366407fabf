import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { minify } from 'vite';
import { collectStyles } from './collect-styles.ts';

type PrerenderedView = 'home' | 'student-form';
type Renderer = {
  prerender(view: PrerenderedView): Promise<string>;
  prerenderNotices(): { readonly noScript: string; readonly tooOld: string };
};

/** Vite's tags for the entry script and its imports. */
const ENTRY = /<script type="module" crossorigin src="([^"]+)"><\/script>/;
const PRELOADS = /\s*<link rel="modulepreload"[^>]*>/g;

/** The hash of an empty text: emotion inserts its rules through the CSSOM into empty tags. */
const EMPTY_STYLE = '';

/**
 * Renders the landing page and step 1 into dist/index.html. Writes the hashes of its inline scripts and styles to
 * dist/csp.json. People can read and type at once; React hydrates the markup when its scripts arrive.
 */
export async function prerenderDocument({ dist, renderer }: { dist: string; renderer: string }): Promise<void> {
  const { prerender, prerenderNotices } = (await import(pathToFileURL(renderer).href)) as Renderer;
  const { noScript, tooOld } = prerenderNotices();
  const { views, tags } = collectStyles(await prerender('home'), await prerender('student-form'), noScript, tooOld);
  const [home, form, withoutScript, inOldBrowser] = views;
  const script = await minified('inline-script.js');
  const oldBrowserScript = await withoutComments('old-browser.js');
  const file = path.join(dist, 'index.html');
  const { html: built, entry, preloads } = takeScripts(await readFile(file, 'utf8'));
  const html = built
    .replace('</head>', () => `${tags.join('')}</head>`)
    .replace(
      '<div id="root"><!--app--></div>',
      () =>
        `<noscript>${withoutScript}</noscript><div id="too-old" hidden>${inOldBrowser}</div>` +
        `<script data-entry="${entry}">${script}</script><script>${oldBrowserScript}</script><div id="root">${home}</div><template id="prerendered-student-form">${form}</template>${preloads}`,
    );
  if (!html.includes('prerendered-student-form')) throw new Error('index.html has no <div id="root"><!--app--></div>');
  // The service worker recognises the document of its release by this mark, even if a proxy changed other parts.
  const release = createHash('sha256').update(html).digest('base64url');
  const marked = html.replace('</head>', () => `<meta name="release" content="${release}"></head>`);
  const styles = tags.map((tag) => tag.replace(/^<style[^>]*>|<\/style>$/g, ''));
  await writeFile(file, marked);
  await writeFile(
    path.join(dist, 'csp.json'),
    JSON.stringify(
      { scriptSrc: [script, oldBrowserScript].map(cspHash), styleSrc: [EMPTY_STYLE, ...styles].map(cspHash) },
      null,
      2,
    ),
  );
}

/**
 * Moves the application's scripts from the head to the end of the document. In the head they would compete for bandwidth
 * with the document, which works without them. The inline script runs them.
 */
function takeScripts(html: string): { html: string; entry: string; preloads: string } {
  const entry = ENTRY.exec(html)?.[1];
  if (entry === undefined) throw new Error('index.html has no entry script');
  const preloads = [`<link rel="modulepreload" crossorigin href="${entry}">`, ...(html.match(PRELOADS) ?? [])];
  return {
    html: html.replace(ENTRY, '').replaceAll(PRELOADS, ''),
    entry,
    preloads: preloads.map((link) => link.trim()).join(''),
  };
}

const readScript = (name: string): Promise<string> => readFile(path.join(import.meta.dirname, name), 'utf8');

async function minified(name: string): Promise<string> {
  const { code, errors } = await minify(name, await readScript(name));
  if (errors.length > 0) throw new Error(errors.map((error) => error.message).join('\n'));
  return code.trim();
}

/** The script without its comment lines. It is not minified, because the minifier writes syntax of 2015. */
async function withoutComments(name: string): Promise<string> {
  return (await readScript(name)).replaceAll(/^\/\/.*\n/gm, '').trim();
}

const cspHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
