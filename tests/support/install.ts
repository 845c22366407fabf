import { spawnSync } from 'node:child_process';

export type Say = (text: string) => void;

/** Writes lines that begin with what they are about. */
export const sayer =
  (about: string): Say =>
  (text) =>
    void process.stdout.write(`${about}: ${text}\n`);

/** Prints a command and runs it. Returns whether it went well. */
export function runAloud(say: Say, command: string, ...args: string[]): boolean {
  say(`${command} ${args.join(' ')}`);
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

/**
 * Installs packages of Debian, where apt and root are there.
 * @param choices sets of packages, the first of which that this release has is enough
 * @returns whether one of them is there now
 */
export function installPackages(say: Say, ...choices: readonly (readonly string[])[]): boolean {
  const isRoot = process.getuid?.() === 0;
  const hasApt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
  if (!isRoot || !hasApt || !runAloud(say, 'apt-get', 'update', '-qq')) return false;
  return choices.some((names) => runAloud(say, 'apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...names));
}
