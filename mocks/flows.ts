import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Answer, Body, Guard, ReceivedFile, Service } from './core/service.ts';

/** The automation flows that take multipart: short applications and agency applications. */
export function flowServices(guard: Guard): Service[] {
  let count = 0;
  const answer: Service['answer'] = ({ body }) => {
    const { title } = Object(body.value) as { title?: unknown };
    if (typeof title !== 'string' || title === '') return rejected('The title is missing.');
    count += 1;
    return { status: 200, body: { id: 5_000 + count, message: 'Saved to the list.' } };
  };
  const scenarios = { 'rejects-message': () => rejected('The list accepts no entries at the moment.') };
  const shared = { method: 'POST', keyed: true, read: readMultipart, guard, answer, scenarios } as const;
  return [
    { ...shared, name: 'student-flow', path: '/flows/student' },
    { ...shared, name: 'agent-flow', path: '/flows/agent' },
  ];
}

const rejected = (message: string): Answer => ({ status: 400, body: { message } });

/** Reads fields and files. `value` has the fields by name; a repeated field is a list. */
async function readMultipart(request: IncomingMessage): Promise<Body> {
  const type = request.headers['content-type'] ?? '';
  const body = await buffer(request);
  const read = { value: undefined, files: [], bytes: body.length };
  if (!type.startsWith('multipart/form-data')) return { ...read, problem: 'The body is not multipart.' };
  try {
    const form = await new Response(body, { headers: { 'content-type': type } }).formData();
    const fields = new Map<string, string[]>();
    const files: ReceivedFile[] = [];
    for (const [name, value] of form) {
      if (typeof value === 'string') fields.set(name, [...(fields.get(name) ?? []), value]);
      else files.push(await fileFrom(name, value));
    }
    const values = [...fields].map(([name, [first, ...others]]) => [
      name,
      others.length > 0 ? [first, ...others] : first,
    ]);
    return { ...read, value: Object.fromEntries(values), files };
  } catch {
    return { ...read, problem: 'The body cannot be read.' };
  }
}

async function fileFrom(field: string, file: File): Promise<ReceivedFile> {
  const sha256 = hash('sha256', await file.bytes());
  return { field, filename: file.name, contentType: file.type, size: file.size, sha256 };
}
