import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromiumPath } from '../../browser/support/chromium-path.ts';
import type { EngineName } from './engine.ts';

const firstOf = (paths: readonly (string | undefined)[]): string | undefined =>
  paths.find((path) => path !== undefined && existsSync(path));

/** Where Debian's Firefox is, or the one that FIREFOX_PATH names; undefined where there is none. */
export const firefoxPath = (): string | undefined => firstOf([process.env.FIREFOX_PATH, '/usr/bin/firefox-esr']);

/** What drives WebKitGTK: its driver, a screen in memory, and a Python with the bindings for a browser of our own. */
export interface WebKitPaths {
  readonly driver: string;
  readonly screen: string;
  readonly python: string;
}

/** Undefined where one of them is missing. */
export function webKitPaths(): WebKitPaths | undefined {
  const driver = firstOf(['/usr/bin/WebKitWebDriver']);
  const screen = firstOf(['/usr/bin/Xvfb']);
  const python = firstOf(['/usr/bin/python3']);
  if (driver === undefined || screen === undefined || python === undefined) return undefined;
  const bindings = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')";
  const hasBindings = spawnSync(python, ['-c', bindings], { stdio: 'ignore' }).status === 0;
  return hasBindings ? { driver, screen, python } : undefined;
}

/** Whether the journeys can run in it on this machine. */
export function hasEngine(name: EngineName): boolean {
  if (name === 'chromium') return chromiumPath() !== undefined;
  return name === 'firefox' ? firefoxPath() !== undefined : webKitPaths() !== undefined;
}
