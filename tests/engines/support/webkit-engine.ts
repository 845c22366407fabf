import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as elapse } from 'node:timers/promises';
import { freePort } from '../../support/product.ts';
import { DESKTOP_SIZE, type Engine, type Visit, type VisitOptions } from './engine.ts';
import { type WebKitPaths, webKitPaths } from './engine-paths.ts';
import { killGroup } from './process-group.ts';
import { openScreen } from './screen.ts';
import { WebDriverSession } from './webdriver.ts';
import { WebKitTab } from './webkit-tab.ts';

const BROWSER = path.join(import.meta.dirname, 'webkit-browser.py');
/** The format of console errors and warnings in WebKitGTK's output. */
const TROUBLE = /^CONSOLE (?:[A-Z]+ )?(?:ERROR|WARN)/;

/** WebKitGTK on a virtual screen. Each visit is a separate process with its own driver. */
export async function openWebKit(): Promise<Engine> {
  const paths = webKitPaths();
  if (paths === undefined) throw new Error('no WebKitGTK: run `node tests/engines/ensure-engines.ts`');
  const screen = await openScreen(paths.screen);
  const visit = (options: VisitOptions = {}) => openVisit(paths, screen.display, options);
  const first = await visit({ isPrivate: true });
  await first.close();
  return { name: 'webkit', version: first.version, visit, close: () => screen.close() };
}

async function openVisit(paths: WebKitPaths, display: string, options: VisitOptions) {
  const { size = DESKTOP_SIZE, isPrivate = false } = options;
  const temporary = isPrivate || options.profile ? undefined : await mkdtemp(path.join(tmpdir(), 'webkit-'));
  const profile = isPrivate ? '' : (options.profile ?? temporary ?? '');
  const port = await freePort();
  const env = { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', LIBGL_ALWAYS_SOFTWARE: '1', NO_AT_BRIDGE: '1' };
  const child = spawn(paths.driver, [`--port=${port}`], { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env });
  const troubles = troublesOf(child);
  const driver = `http://127.0.0.1:${port}`;
  await answers(driver, child);
  const args = [BROWSER, profile, `${size.width}x${size.height}`];
  const session = await WebDriverSession.start(driver, {
    // A person may type into a page long before it has loaded completely.
    pageLoadStrategy: 'none',
    'webkitgtk:browserOptions': { binary: paths.python, args },
  });
  const forget = () => (temporary === undefined ? undefined : rm(temporary, { recursive: true, force: true }));
  let isFirst = true;
  const visit: Visit & { version: string } = {
    version: session.version,
    troubles,
    async open() {
      const made = isFirst ? await session.get('/window') : await session.post('/window/new', { type: 'window' });
      isFirst = false;
      const handle = typeof made === 'string' ? made : (made as { handle: string }).handle;
      return new WebKitTab(session, handle);
    },
    async kill() {
      if (child.pid !== undefined) await killGroup(child.pid);
      await forget();
    },
    async close() {
      // A normal end of the driver takes seconds; only a later visit to the profile needs it.
      if (options.profile !== undefined) await session.delete('').catch(() => {});
      if (child.pid !== undefined) await killGroup(child.pid);
      await forget();
    },
  };
  return visit;
}

/** Receives the console's lines as the browser writes them. */
function troublesOf(child: ChildProcess): string[] {
  const troubles: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    let rest = '';
    stream?.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      troubles.push(...lines.filter((line) => TROUBLE.test(line)));
    });
  }
  return troubles;
}

async function answers(driver: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const isThere = await fetch(`${driver}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    if (Date.now() > deadline || child.exitCode !== null) throw new Error('the driver of WebKitGTK did not start');
    await elapse(20);
  }
}
