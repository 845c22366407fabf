import type { RecordedCall } from './call-log.ts';

/** Headers that say something to our server; the browser's own are left out. */
const WORTH_SAYING = /^(accept|content-type|if-none-match|last-event-id|tus-resumable|upload-.*)$/;

/** A call as a command for a POSIX shell, against the server at `origin`. */
export function toCurl(call: RecordedCall, origin: string): string {
  const headers = Object.entries(call.requestHeaders)
    .filter(([name]) => WORTH_SAYING.test(name))
    .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const body = call.requestBody ? [`--data-raw ${quoted(call.requestBody)}`] : [];
  const method = call.method === 'GET' ? [] : [`-X ${call.method}`];
  return ['curl -i', ...method, quoted(origin + call.path), ...headers, ...body].join(' \\\n  ');
}

/** In a shell nothing is special between single quotes but the single quote. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
