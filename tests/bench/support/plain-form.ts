import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import type { Field } from '#domain/form/form.ts';
import { studentForm } from '#domain/student/form.ts';

/** The peer of the page benchmarks: the fields of step 1 as plain HTML without style or script, sent with Brotli. */
export async function servePlainForm(): Promise<{ url: string; close(): Promise<void> }> {
  const fields = studentForm.fields.filter((field) => field.step === 'personal');
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Plain</title><form>${fields.map(plainField).join('')}</form></html>`;
  const body = brotliCompressSync(html);
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'br', 'content-length': body.length });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function plainField({ name, label, kind, options = [] }: Field): string {
  if (kind === 'select') {
    return `<p><label>${label} <select name="${name}">${options.map((o) => `<option value="${o.value}">${o.label}</option>`).join('')}</select></label></p>`;
  }
  if (kind === 'radio') {
    return `<p>${options.map((o) => `<label><input type="radio" name="${name}" value="${o.value}"> ${o.label}</label>`).join('')}</p>`;
  }
  return `<p><label>${label} <input name="${name}" type="${kind === 'date' ? 'date' : 'text'}"></label></p>`;
}
