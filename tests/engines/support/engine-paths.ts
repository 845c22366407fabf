import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromiumPath } from '../../browser/support/chromium-path.ts';
import type { EngineName } from './engine.ts';

const firstOf = (paths: readonly (string | undefined)[]): string | undefined =>
  paths.find((path) => path !== undefined && existsSync(path));

/** The path of Debian's Firefox or of FIREFOX_PATH; undefined if there is none. */
export const firefoxPath = (): string | undefined => firstOf([process.env.FIREFOX_PATH, '/usr/bin/firefox-esr']);

/** What WebKitGTK needs: its driver, a virtual screen, and a Python with the bindings for our own browser. */
export interface WebKitPaths {
  readonly driver: string;
  readonly screen: string;
  readonly python: string;
}

/** Undefined if one of them is missing. */
export function webKitPaths(): WebKitPaths | undefined {
  const driver = firstOf(['/usr/bin/WebKitWebDriver']);
  const screen = firstOf(['/usr/bin/Xvfb']);
  const python = firstOf(['/usr/bin/python3']);
  if (driver === undefined || screen === undefined || python === undefined) return undefined;
  const bindings = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')";
  const hasBindings = spawnSync(python, ['-c', bindings], { stdio: 'ignore' }).status === 0;
  return hasBindings ? { driver, screen, python } : undefined;
}

/** Whether this machine can run the journeys in it. */
export function hasEngine(name: EngineName): boolean {
  if (name === 'chromium') return chromiumPath() !== undefined;
  return name === 'firefox' ? firefoxPath() !== undefined : webKitPaths() !== undefined;
}
