import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build } from 'vite';
import { type PeerField, peerFields } from './fields.ts';

export interface NextPeers {
  /** A plain HTML form with the browser's constraints. */
  readonly plain: string;
  /** The same form in React with react-hook-form. */
  readonly hookForm: string;
  close(): Promise<void>;
}

/** The peers of Next with empty answers: the same questions, with the same messages below the same controls. */
export async function serveNextPeers(): Promise<NextPeers> {
  const [plain, hookForm] = [await bundle('plain.ts'), await bundle('hook-form.tsx')];
  const pages = new Map([
    [
      '/plain',
      page(`<form novalidate>${peerFields.map(question).join('')}<button type="button">Next</button></form>`, plain),
    ],
    [
      '/hook-form',
      page(
        `<div id="root"></div><script type="application/json" id="fields">${JSON.stringify(peerFields)}</script>`,
        hookForm,
      ),
    ],
  ]);
  const server = http.createServer((request, response) => {
    const body = pages.get(request.url ?? '');
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const at = (name: string) => `http://127.0.0.1:${port}/${name}`;
  return {
    plain: at('plain'),
    hookForm: at('hook-form'),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Bundles one entry file as a production script. */
async function bundle(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    build: { write: false, rolldownOptions: { input: path.join(import.meta.dirname, entry) } },
  });
  const [output] = [built].flat();
  if (output === undefined || !('output' in output)) throw new Error(`${entry} was not built`);
  return output.output[0].code;
}

const page = (body: string, script: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Peer</title><link rel="icon" href="data:,">${body}<script type="module">${script.replaceAll('</script', '<\\/script')}</script></html>`;

function question(field: PeerField): string {
  return `<div><label for="${field.name}">${field.label}</label> ${control(field)}</div>`;
}

function control({ name, kind, options, required }: PeerField): string {
  const wiring = `name="${name}"${required ? ` required data-message="${required}"` : ''}`;
  if (kind === 'radio') {
    return options.map((o) => `<label><input type="radio" ${wiring} value="${o.value}"> ${o.label}</label>`).join('');
  }
  if (kind !== 'select') return `<input ${wiring} id="${name}" type="${kind}">`;
  const choices = options.map((o) => `<option value="${o.value}">${o.label}</option>`).join('');
  return `<select ${wiring} id="${name}"><option value="">Please select</option>${choices}</select>`;
}
