/**
 * `npm run image`: executes the Dockerfile's steps in a separate folder, including `npm ci` and the build. Then starts
 * the result in demo mode and sends the request of the HEALTHCHECK. Takes some minutes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../support/product.ts';
import { carryOut, type Place } from './support/carry-out.ts';

const { PATH = '', HOME = '' } = process.env;
// `npm ci` ignores the settings of the current user.
const bare = { PATH: `${path.dirname(process.execPath)}:${PATH}`, HOME };

/** Paths of the image become paths of the folder; ownership cannot be set here. */
async function run(command: string, { root, cwd, env }: Place): Promise<void> {
  process.stdout.write(`RUN ${command}\n`);
  const here = command.replace(/ -o \S+ -g \S+/, '').replaceAll(/(?<=\s)\/(?=\w)/g, `${root}/`);
  const child = spawn('sh', ['-e', '-c', here], { cwd, env: { ...bare, ...env }, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`RUN ${command} exited with ${code}`);
}

const into = await mkdtemp(path.join(tmpdir(), 'image-'));
try {
  const image = await carryOut(path.resolve(import.meta.dirname, '../..'), into, run);
  const port = String(await freePort());
  const [program = '', ...parameters] = image.command;
  const env = { ...bare, ...image.env, HOST: '127.0.0.1', PORT: port, DATA_DIR: path.join(into, 'data'), DEMO: '1' };
  const server = spawn(program, parameters, { cwd: image.cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    for await (const text of server.stdout.setEncoding('utf8')) {
      if (text.includes('Online application form on')) break;
    }
    const [asker = '', ...words] = image.healthcheck.map((word) => word.replace(':3000/', `:${port}/`));
    const [code] = await once(spawn(asker, words, { env: bare, stdio: 'inherit' }), 'exit');
    if (code !== 0) throw new Error(`the health check exited with ${code}`);
    const page = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    if (!page.includes('Online Application Form')) throw new Error('the page is not the form');
  } finally {
    server.kill('SIGKILL');
  }
  process.stdout.write(`The image's files start, are healthy and serve the form (Node ${process.versions.node}).\n`);
} finally {
  await rm(into, { recursive: true, force: true });
}
