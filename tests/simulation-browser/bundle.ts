import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

/** Libraries under React have no page state, and none of their hooks is called here: all pages share them. */
const SHARED = /^(?:react|react-dom|react-redux|@chakra-ui|@emotion)(?:\/|$)/;

/** The release of the page: this one or a simulated next one. */
export type Release = 'this' | 'next';

/**
 * The next release: saved drafts change shape once more (src/features/drafts/draft.ts), and the database gets one more
 * store (src/platform/database.ts).
 */
const nextRelease: Plugin = {
  name: 'next-release',
  enforce: 'pre',
  transform(code, id) {
    if (id.endsWith('/platform/database.ts')) return withOneMoreStore(code);
    if (!id.endsWith('/features/drafts/draft.ts')) return undefined;
    const version = Number(/DRAFT_SCHEMA = (\d+);/.exec(code)?.[1]);
    const migrations = /const MIGRATIONS.*\{\n/.exec(code)?.[0];
    if (Number.isNaN(version) || migrations === undefined) throw new Error('the version in draft.ts has another form');
    const migration = `  ${version}: (saved) => ({ ...saved, schema: ${version + 1} }),\n`;
    return code
      .replace(`DRAFT_SCHEMA = ${version}`, `DRAFT_SCHEMA = ${version + 1}`)
      .replace(migrations, migrations + migration);
  },
};

function withOneMoreStore(code: string): string {
  const version = Number(/const VERSION = (\d+);/.exec(code)?.[1]);
  const [firstStep = ''] = /^ *if \(before < 1\).*$/m.exec(code) ?? [];
  if (Number.isNaN(version) || firstStep === '') throw new Error('the version in database.ts has another form');
  const step = `if (before <= ${version}) database.createObjectStore('added');`;
  return code.replace(`VERSION = ${version};`, `VERSION = ${version + 1};`).replace(firstStep, `${firstStep}\n${step}`);
}

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** One script that creates `exported` of a module; shared libraries are the second argument of the outer function. */
async function scriptOf(entry: string, plugins: Plugin[]): Promise<string> {
  const built = await build({
    root: here('../..'),
    configFile: false,
    logLevel: 'error',
    plugins,
    define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env.PROD': 'true', __APP_VERSION__: '"simulated"' },
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      lib: { entry, formats: ['iife'], name: 'exported' },
      rolldownOptions: {
        external: SHARED,
        output: { codeSplitting: false, globals: (name: string) => `shared[${JSON.stringify(name)}]` },
      },
    },
  });
  const [output] = [built].flat();
  const chunk = output && 'output' in output ? output.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error(`the build made no script of ${entry}`);
  return chunk.code;
}

/** The page as one script for each release. Its modules are the real ones; each evaluation is a separate page. */
export async function pageScripts(): Promise<Readonly<Record<Release, string>>> {
  const entry = here('page-program.ts');
  const [current, next] = await Promise.all([scriptOf(entry, []), scriptOf(entry, [nextRelease])]);
  return { this: current, next };
}

/** IndexedDB in memory, evaluated once for each device. */
export const indexedDbScript = (): Promise<string> =>
  scriptOf(here('../../node_modules/fake-indexeddb/build/esm/index.js'), []);
