/**
 * Finds the programs for slow server tests, or installs Debian's packages, and prints the result. `npm run test:slow`
 * runs it. If a program cannot be installed, its tests are skipped and counted.
 */
import { spawnSync } from 'node:child_process';
import { debianPrograms } from '../support/debian-postgres.ts';
import { installPackages, sayer } from '../support/install.ts';
import { hasNginx } from '../support/nginx.ts';

const isInstalled = (program: string) => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;

const PROGRAMS = [
  { name: 'nginx', packages: ['nginx-light', 'openssl'], isThere: hasNginx },
  { name: 'promtool', packages: ['prometheus'], isThere: () => isInstalled('promtool') },
  { name: 'systemd-analyze', packages: ['systemd'], isThere: () => isInstalled('systemd-analyze') },
  { name: 'PostgreSQL', packages: ['postgresql'], isThere: () => debianPrograms() !== undefined },
] as const;

for (const { name, packages, isThere } of PROGRAMS) {
  const say = sayer(name);
  if (!isThere()) {
    say('not on this machine, installing it');
    installPackages(say, packages);
  }
  if (isThere()) say('found');
  else say(`cannot be installed here: its tests are skipped. They need ${packages.join(', ')} (Debian's names).`);
}
