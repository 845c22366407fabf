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
  /** Where plain HTTP is answered. */
  readonly plainUrl: string;
  /** The certificate that it shows, as PEM. */
  readonly certificate: string;
  /** The log that the documented file asks for. */
  log(): Promise<string>;
  /** One of the tests: a line `PROTOCOL STATUS METHOD PATH` for each request that has ended. */
  requests(): Promise<string>;
}

/** nginx is in /usr/sbin on Debian, which is not on everybody's path. */
const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` };
const CONFIGURATION = path.resolve(import.meta.dirname, '../../docs/operate/deploy/nginx.conf');

/** Whether nginx, and openssl for its certificate, are on this machine. */
export const hasNginx = (): boolean =>
  ['nginx', 'openssl'].every((program) => spawnSync(program, ['-v'], { env, stdio: 'ignore' }).error === undefined);

/**
 * The real nginx with docs/operate/deploy/nginx.conf in front of nodes, on free ports of this machine, with a certificate that
 * was made for it. Only what an operator changes is changed: names, ports, paths.
 * @throws Error with nginx' own words when it does not start
 */
export async function startNginx(nodes: readonly string[]): Promise<Nginx> {
  const home = await mkdtemp(path.join(tmpdir(), 'nginx-'));
  // Its workers are of another user.
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

/** The documented file, with the values of one machine replaced. Throws if it lacks a value that is replaced. */
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

/** What Debian's own nginx.conf has around a site. */
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

/** What certbot would leave: the answer to its question, and a certificate, which is returned as PEM. */
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
