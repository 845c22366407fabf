import { spawnSync } from 'node:child_process';

export type Say = (text: string) => void;

/** Writes lines with a prefix. */
export const sayer =
  (about: string): Say =>
  (text) =>
    void process.stdout.write(`${about}: ${text}\n`);

/** Prints a command and runs it. Returns whether it succeeded. */
export function runAloud(say: Say, command: string, ...args: string[]): boolean {
  say(`${command} ${args.join(' ')}`);
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

/**
 * Installs Debian packages, if there is apt and we are root.
 * @param choices alternative sets of packages; the first one that this release offers is installed
 * @returns whether one of the sets is installed now
 */
export function installPackages(say: Say, ...choices: readonly (readonly string[])[]): boolean {
  const isRoot = process.getuid?.() === 0;
  const hasApt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
  if (!isRoot || !hasApt || !runAloud(say, 'apt-get', 'update', '-qq')) return false;
  return choices.some((names) => runAloud(say, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...names));
}
