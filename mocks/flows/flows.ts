import type { IncomingMessage } from 'node:http';
import type { Answer, Body, Call, Service } from '../core/types.ts';
import { MultipartReader } from './multipart.ts';

/** The automation flows that take multipart: the student's short application and the agency's. */
export function flowServices(guard: (call: Call) => Answer | undefined): Service[] {
  let count = 0;
  const accept = (): Answer => {
    count += 1;
    return { status: 200, body: { id: 5_000 + count, message: 'Saved to the list.' } };
  };
  const shared = {
    method: 'POST',
    pace: 'write',
    keyed: true,
    read: readMultipart,
    guard,
    answer: ({ body }: Call): Answer => {
      const { title } = Object(body.value) as { title?: unknown };
      return typeof title === 'string' && title !== '' ? accept() : rejected('The title is missing.');
    },
    scenarios: {
      'rejects-message': () => rejected('The list does not take entries at the moment.'),
    },
  } as const;
  return [
    { ...shared, name: 'student-flow', path: '/flows/student' },
    { ...shared, name: 'agent-flow', path: '/flows/agent' },
  ];
}

const rejected = (message: string): Answer => ({ status: 400, body: { message } });

/** Reads the body as it comes; `value` has the fields by name, a repeated one as a list. */
async function readMultipart(request: IncomingMessage): Promise<Body> {
  let bytes = 0;
  let problem: string | undefined;
  let reader: MultipartReader | undefined;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    try {
      reader ??= new MultipartReader(request.headers['content-type']);
      if (problem === undefined) reader.update(chunk);
    } catch (error) {
      problem = messageOf(error);
    }
  }
  try {
    if (problem === undefined) {
      const { fields, files } = (reader ?? new MultipartReader(undefined)).end();
      return { value: byName(fields), files, bytes };
    }
  } catch (error) {
    problem = messageOf(error);
  }
  return { value: undefined, files: [], bytes, problem };
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'The body cannot be read.');

function byName(fields: readonly (readonly [string, string])[]): Record<string, string | string[]> {
  const grouped = Object.groupBy(fields, ([name]) => name);
  return Object.fromEntries(
    Object.entries(grouped).map(([name, pairs = []]) => {
      const values = pairs.map(([, value]) => value);
      const [first = ''] = values;
      return [name, values.length === 1 ? first : values];
    }),
  );
}
