/**
 * Finds Firefox and WebKitGTK for the engines' journeys, or installs Debian's packages, and prints the result. `npm run
 * test:slow` and `npm run engines` run it. If an engine is unavailable, its journeys are skipped and counted; with
 * ENGINES_REQUIRED set, that is an error.
 */
import { installPackages, sayer } from '../support/install.ts';
import { hasEngine } from './support/engine-paths.ts';

const PACKAGES = {
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'gir1.2-webkit2-4.1', 'python3-gi', 'xvfb'],
} as const;

for (const name of ['firefox', 'webkit'] as const) {
  const say = sayer(name);
  if (!hasEngine(name)) {
    say('not on this machine, installing it');
    installPackages(say, PACKAGES[name]);
  }
  if (hasEngine(name)) say('found');
  else {
    say(`is unavailable: its journeys are skipped. They need ${PACKAGES[name].join(', ')} (Debian's names).`);
    if (process.env.ENGINES_REQUIRED) process.exitCode = 1;
  }
}
