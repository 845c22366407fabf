import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeCertificate } from './certificate.ts';
import { freePort } from './product.ts';

export interface Nginx extends AsyncDisposable {
  /** https://localhost and its port. */
  readonly url: string;
  /** The address for plain HTTP. */
  readonly plainUrl: string;
  /** Its certificate, as PEM. */
  readonly certificate: string;
  /** The log in the documented format. */
  log(): Promise<string>;
  /** A log for the tests: a line `PROTOCOL STATUS METHOD PATH` for each finished request. */
  requests(): Promise<string>;
}

/** Debian has nginx in /usr/sbin, which is not on every user's path. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
const CONFIGURATION = path.resolve(import.meta.dirname, '../../docs/operate/deploy/nginx.conf');

/** Whether this machine has nginx, and openssl for its certificate. */
export const hasNginx = (): boolean =>
  ['nginx', 'openssl'].every((program) => spawnSync(program, ['-v'], { env, stdio: 'ignore' }).error === undefined);

/**
 * Starts the real nginx with docs/operate/deploy/nginx.conf in front of nodes, on free ports and with a new
 * certificate. Only the values that operators change are replaced: names, ports, paths.
 * @throws Error with nginx's output if it does not start
 */
export async function startNginx(nodes: readonly string[]): Promise<Nginx> {
  const home = await mkdtemp(path.join(tmpdir(), 'nginx-'));
  // The nginx workers run as another user.
  await chmod(home, 0o755);
  const [port, plainPort] = [await freePort(), await freePort()];
  const certificate = await setUpCertificate(home);
  await writeFile(
    path.join(home, 'site.conf'),
    siteFor(await readFile(CONFIGURATION, 'utf8'), { home, port, plainPort, nodes }),
  );
  await writeFile(path.join(home, 'nginx.conf'), aroundSite(home));
  const child = spawn('nginx', ['-c', path.join(home, 'nginx.conf'), '-p', home, '-e', 'stderr'], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await untilListening(child, `http://127.0.0.1:${plainPort}`, () => said);
  return {
    url: `https://localhost:${port}`,
    plainUrl: `http://127.0.0.1:${plainPort}`,
    certificate,
    log: () => readFile(path.join(home, 'application.log'), 'utf8'),
    requests: () => readFile(path.join(home, 'requests.log'), 'utf8'),
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null) {
        child.kill('SIGTERM');
        await once(child, 'exit');
      }
      await rm(home, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

interface Place {
  readonly home: string;
  readonly port: number;
  readonly plainPort: number;
  readonly nodes: readonly string[];
}

/** The documented file with the values of one machine. Throws if the file lacks a value to replace. */
function siteFor(text: string, { home, port, plainPort, nodes }: Place): string {
  const servers = nodes.map((node) => `server ${new URL(node).host};`).join('\n  ');
  const changes: readonly (readonly [string, string])[] = [
    ['server 127.0.0.1:3000;', servers],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    ['/etc/letsencrypt/live/apply.example.edu/fullchain.pem', path.join(home, 'certificate.pem')],
    ['/etc/letsencrypt/live/apply.example.edu/privkey.pem', path.join(home, 'key.pem')],
    [
      'access_log /var/log/nginx/application.log application;',
      `access_log ${home}/application.log application; access_log ${home}/requests.log requests;`,
    ],
    ['/var/www/html', path.join(home, 'acme')],
  ];
  let site = text.replaceAll('server_name apply.example.edu;', 'server_name localhost;');
  for (const [documented, here] of changes) {
    if (!site.includes(`${documented}`)) throw new Error(`docs/operate/deploy/nginx.conf has no "${documented}"`);
    site = site.replace(documented, here);
  }
  return site;
}

/** The configuration around a site in Debian's nginx.conf. */
function aroundSite(home: string): string {
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${home}/${name};`,
  );
  return `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${home}/nginx.pid;
events { worker_connections 512; }
http {
  log_format requests '$server_protocol $status $request_method $uri';
  access_log ${home}/requests.log requests;
  gzip on;
  ${folders.join('\n  ')}
  include ${home}/site.conf;
}
`;
}

/** Creates what certbot leaves: the answer to its challenge, and a certificate, which it returns as PEM. */
async function setUpCertificate(home: string): Promise<string> {
  await mkdir(path.join(home, 'acme/.well-known/acme-challenge'), { recursive: true });
  await writeFile(path.join(home, 'acme/.well-known/acme-challenge/token'), 'the answer');
  return (await makeCertificate(home)).cert;
}

async function untilListening(child: ChildProcess, url: string, said: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`nginx did not start:\n${said()}`);
    const answers = await fetch(url, { redirect: 'manual' }).then(
      () => true,
      () => false,
    );
    if (answers) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
