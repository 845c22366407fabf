/**
 * Finds nginx, or installs Debian's package, and says what it did. Run by `npm test`. Where it cannot be had the tests of
 * several nodes behind it (behind-nginx.test.ts) are skipped and counted; with NGINX_REQUIRED set that is an error.
 */
import { installPackages, sayer } from '../support/install.ts';
import { hasNginx } from '../support/nginx.ts';

const PACKAGES = ['nginx-light', 'openssl'];

const say = sayer('nginx');
if (!hasNginx()) {
  say('not on this machine, installing it');
  installPackages(say, PACKAGES);
}
if (hasNginx()) say('found');
else {
  say(`cannot be had here: the tests behind it are skipped. They need ${PACKAGES.join(', ')} (Debian's names).`);
  if (process.env.NGINX_REQUIRED) process.exitCode = 1;
}
