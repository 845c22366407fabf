import { randomUUID } from 'node:crypto';
import { makePdf } from '#tests/support/pdf.ts';
import { type Answer, type Client, STUDENT } from './client.ts';
import { type Created, sealedBytes, strangeSecret, transfersOf } from './transfer-client.ts';

/** One attack and the server's expected answer; `code` is the problem's code, if the answer is a problem. */
export interface Attack {
  readonly family: string;
  readonly attack: string;
  readonly status: number;
  readonly code: string;
  readonly send: (client: Client) => Promise<Answer>;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const TUS = { 'tus-resumable': '1.0.0' };
const meta = (facts: Readonly<Record<string, string>>) =>
  Object.entries(facts)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
const valid = () => ({ draftId: randomUUID(), slot: 'passport', filename: 'a.pdf', filetype: 'application/pdf' });

const put =
  (values: object, headers: Record<string, string> = {}) =>
  (client: Client) =>
    putRaw(JSON.stringify({ variant: 'direct', values: { ...STUDENT, ...values }, documents: [] }), headers)(client);
const putRaw =
  (body: string, headers: Record<string, string> = {}) =>
  (client: Client) =>
    client.send('PUT', `/api/student-applications/${randomUUID()}`, body, { ...JSON_TYPE, ...headers });
const get = (path: string) => (client: Client) => client.get(path);
const create =
  (header: string, length = '10', headers: Record<string, string> = {}) =>
  (client: Client) =>
    client.send('POST', '/api/uploads', undefined, {
      ...TUS,
      'upload-length': length,
      'upload-metadata': header,
      ...headers,
    });
const upload = (slot: string, name: string, bytes: Buffer) => async (client: Client) => {
  const created = await client.createUpload({ draftId: randomUUID(), slot, name, size: bytes.length });
  return client.patch(created.headers.get('location') ?? '', 0, bytes);
};

/** Creates two uploads of one person, and sends a request to an address made of their ids. */
const withTwo = (method: string, address: (one: string, other: string) => string) => async (client: Client) => {
  const begin = () => client.createUpload({ draftId: randomUUID(), slot: 'cv', name: 'cv.pdf', size: 10 });
  const [one, other] = (await Promise.all([begin(), begin()])).map(({ headers }) => headers.get('location') ?? '');
  const id = other?.split('/').at(-1) ?? '';
  return client.send(method, address(one ?? '', id), undefined, TUS);
};

type Transfers = ReturnType<typeof transfersOf>;

/** Sends a request to a link by which a document has arrived. */
const withDocument = (ask: (transfers: Transfers, created: Created) => Promise<Answer>) => async (client: Client) => {
  const transfers = transfersOf(client);
  const created = await transfers.document();
  await transfers.send(created.id, created.writer, sealedBytes(100));
  return ask(transfers, created);
};

/** Sends a request for a draft that another device has claimed. */
const withDraft = (ask: (transfers: Transfers, created: Created) => Promise<Answer>) => async (client: Client) => {
  const transfers = transfersOf(client);
  const created = await transfers.draft();
  await transfers.send(created.id, created.writer, sealedBytes(100));
  await transfers.claim(created.id, created.reader, strangeSecret());
  return ask(transfers, created);
};

type Row = readonly [attack: string, status: number, code: string, send: (client: Client) => Promise<Answer>];

const ATTACKS_BY_FAMILY: Readonly<Record<string, readonly Row[]>> = {
  'Headers and texts': [
    ['line breaks and a header in a name', 422, 'VALIDATION_FAILED', put({ firstName: 'A\r\nX-Evil: 1' })],
    ['a null byte in a name', 422, 'VALIDATION_FAILED', put({ firstName: 'A\u0000B' })],
    ['markup in a name', 422, 'VALIDATION_FAILED', put({ firstName: '<script>alert(1)</script>' })],
    ['a line break in an upload’s metadata', 400, 'MALFORMED_REQUEST', create('draftId !!!')],
    [
      'headers of 20 KB',
      431,
      'HEADERS_TOO_LARGE',
      (client) => client.send('GET', '/api/config', undefined, { 'x-big': 'a'.repeat(20_000) }),
    ],
  ],
  JSON: [
    [
      '`__proto__` among the answers',
      400,
      'MALFORMED_REQUEST',
      putRaw('{"variant":"direct","documents":[],"values":{"__proto__":{"a":1}}}'),
    ],
    ['nested 120,000 deep', 400, 'MALFORMED_REQUEST', putRaw('['.repeat(120_000))],
    ['an object for an answer', 422, 'VALIDATION_FAILED', put({ firstName: { $ne: '' } })],
    [
      'SQL for an answer: a text like any other',
      422,
      'DOCUMENTS_MISSING',
      put({ passportNumber: "'; drop table submissions; --" }),
    ],
    ['300 KB', 413, 'BODY_TOO_LARGE', put({ firstName: 'a'.repeat(300_000) })],
    ['another content type', 415, 'UNSUPPORTED_MEDIA_TYPE', put({}, { 'content-type': 'text/plain' })],
  ],
  Paths: [
    ['`/..%2f..%2fetc%2fpasswd`', 404, 'NOT_FOUND', get('/..%2f..%2fetc%2fpasswd')],
    ['`/assets/..%5c..%5cpackage.json`', 404, 'NOT_FOUND', get('/assets/..%5c..%5cpackage.json')],
    ['`/csp.json`, a file of the build', 404, 'NOT_FOUND', get('/csp.json')],
    ['`/.env`', 404, 'NOT_FOUND', get('/.env')],
    ['a path as a submission’s id', 400, 'MALFORMED_REQUEST', get('/api/submissions/..%2f..%2fledger.sqlite')],
    [
      'a path as an upload’s id',
      404,
      'NOT_FOUND',
      (client) => client.send('HEAD', '/api/uploads/..%2fledger.sqlite', undefined, TUS),
    ],
    ['`/api/agent-list/?refresh=true`, around its limit', 404, 'NOT_FOUND', get('/api/agent-list/?refresh=true')],
    ['`/METRICS`, around a proxy’s rule', 404, 'NOT_FOUND', get('/METRICS')],
    ['a guessed submission', 404, 'NOT_FOUND', get(`/api/submissions/${randomUUID()}`)],
    ['developers’ calls if they are off', 404, 'NOT_FOUND', get('/api/dev/configuration')],
  ],
  Uploads: [
    [
      'a program named `passport.pdf`',
      415,
      'file-invalid-type',
      upload('passport', 'passport.pdf', Buffer.from('MZ\u0090 not a PDF, a program')),
    ],
    [
      'a program with a PDF’s header in its first kilobyte',
      415,
      'file-invalid-type',
      upload('passport', 'passport.pdf', Buffer.concat([Buffer.from('MZ\u0090 a program '), makePdf()])),
    ],
    [
      'a page with a PDF’s header in its first kilobyte',
      415,
      'file-invalid-type',
      upload('photo-id', 'photo.pdf', Buffer.concat([Buffer.from('<html><script>1</script>'), makePdf()])),
    ],
    [
      'markup named `photo.png`',
      415,
      'file-invalid-type',
      upload('photo-id', 'photo.png', Buffer.from('<html><script>1</script>')),
    ],
    ['a slot that no form has', 422, 'UPLOAD_MISMATCH', create(meta({ ...valid(), slot: '../../etc' }))],
    ['a draft that is no UUID', 400, 'MALFORMED_REQUEST', create(meta({ ...valid(), draftId: '1 or 1=1' }))],
    ['more than 100 MB', 413, 'FILE_SIZE_ERROR', create(meta(valid()), '104857601')],
    ['a negative length', 400, 'MALFORMED_REQUEST', create(meta(valid()), '-1')],
    [
      'a file name of 2,000 characters',
      400,
      'MALFORMED_REQUEST',
      create(meta({ ...valid(), filename: 'a'.repeat(2000) })),
    ],
    ['another person’s upload, read', 404, 'NOT_FOUND', get(`/api/uploads/${'0'.repeat(32)}`)],
    ['another id behind an upload’s own', 404, 'NOT_FOUND', withTwo('DELETE', (one, other) => `${one}/${other}`)],
    ['another id behind an encoded slash', 404, 'NOT_FOUND', withTwo('DELETE', (one, other) => `${one}%2f${other}`)],
    ['an upload created at the address of another', 405, 'METHOD_NOT_ALLOWED', withTwo('POST', (one) => one)],
    [
      'a part of a concatenation (`Upload-Concat`)',
      400,
      'MALFORMED_REQUEST',
      create(meta(valid()), '10', { 'upload-concat': 'partial' }),
    ],
    [
      'a length that comes later (`Upload-Defer-Length`)',
      400,
      'MALFORMED_REQUEST',
      create(meta(valid()), '10', { 'upload-defer-length': '1' }),
    ],
    [
      'PATCH by a method override',
      404,
      'NOT_FOUND',
      (client) =>
        client.send('DELETE', `/api/uploads/${'0'.repeat(32)}`, undefined, {
          ...TUS,
          'x-http-method-override': 'PATCH',
        }),
    ],
  ],
  'From the phone to the computer': [
    ['a guessed secret', 404, 'NOT_FOUND', withDocument((transfers, { id }) => transfers.view(id, strangeSecret()))],
    ['a guessed link', 404, 'NOT_FOUND', withDocument((transfers, { writer }) => transfers.view(randomUUID(), writer))],
    [
      'the phone’s secret, to read or remove a document',
      404,
      'NOT_FOUND',
      withDocument((transfers, { id, writer }) => transfers.acknowledge(id, writer)),
    ],
    [
      'the computer’s secret, to send a document',
      404,
      'NOT_FOUND',
      withDocument((transfers, { id, reader }) => transfers.send(id, reader, sealedBytes(100))),
    ],
    [
      'another document by a used link',
      409,
      'LINK_USED',
      withDocument((transfers, { id, writer }) => transfers.send(id, writer, sealedBytes(100), 'attempt-2')),
    ],
    [
      'more than its slot accepts',
      413,
      'file-too-large',
      async (client) => {
        const { id, writer } = await transfersOf(client).document('agent-introduction');
        return transfersOf(client).send(id, writer, sealedBytes(10 * 1024 * 1024 + 64 * 1024 + 1));
      },
    ],
    [
      'a slot that no form has',
      422,
      'UPLOAD_MISMATCH',
      (client) => transfersOf(client).ask({ kind: 'document', slot: '../../etc' }),
    ],
    [
      'a link made from another site',
      403,
      'CROSS_SITE_REQUEST',
      (client) =>
        client.send('POST', '/api/transfers', '{"kind":"draft"}', { ...JSON_TYPE, 'sec-fetch-site': 'cross-site' }),
    ],
  ],
  'A draft on its way to another device': [
    ['a guessed secret', 404, 'NOT_FOUND', withDraft((transfers, { id }) => transfers.view(id, strangeSecret()))],
    [
      'the link, opened a second time',
      409,
      'LINK_USED',
      withDraft((transfers, { id, reader }) => transfers.claim(id, reader, strangeSecret())),
    ],
    [
      'the secret of the link, to remove the draft',
      404,
      'NOT_FOUND',
      withDraft((transfers, { id, reader }) => transfers.acknowledge(id, reader)),
    ],
    [
      'the secret of the link, to replace the draft',
      404,
      'NOT_FOUND',
      withDraft((transfers, { id, reader }) => transfers.send(id, reader, sealedBytes(100))),
    ],
    [
      'the secret of the link, to withdraw the draft',
      404,
      'NOT_FOUND',
      withDraft((transfers, { id, reader }) => transfers.cancel(id, reader)),
    ],
    [
      'more than an application may have',
      413,
      'file-too-large',
      async (client) => {
        const { id, writer } = await transfersOf(client).draft();
        return transfersOf(client).addPiece(id, writer, sealedBytes(10), { offset: 0, size: 104 * 1024 * 1024 + 1 });
      },
    ],
  ],
  'Other sites': [
    ['a PUT with another site’s `Origin`', 403, 'CROSS_SITE_REQUEST', put({}, { origin: 'https://evil.example' })],
    ['a PUT of a sandboxed frame (`Origin: null`)', 403, 'CROSS_SITE_REQUEST', put({}, { origin: 'null' })],
    [
      '`Sec-Fetch-Site: same-site`, a neighbour’s page',
      403,
      'CROSS_SITE_REQUEST',
      put({}, { 'sec-fetch-site': 'same-site' }),
    ],
    [
      'an upload from another site',
      403,
      'CROSS_SITE_REQUEST',
      create(meta(valid()), '10', { 'sec-fetch-site': 'cross-site' }),
    ],
    [
      'a form’s POST to an application',
      405,
      'METHOD_NOT_ALLOWED',
      (client) =>
        client.send('POST', `/api/student-applications/${randomUUID()}`, 'a=1', {
          'content-type': 'application/x-www-form-urlencoded',
        }),
    ],
    ['TRACE-like methods', 405, 'METHOD_NOT_ALLOWED', (client) => client.send('DELETE', '/api/config')],
  ],
};

export const ATTACKS: readonly Attack[] = Object.entries(ATTACKS_BY_FAMILY).flatMap(([family, rows]) =>
  rows.map(([attack, status, code, send]) => ({ family, attack, status, code, send })),
);

/** The list for docs/develop/attacks.md: attacks of a family with the same answer share a line. */
export function renderAttacks(): string {
  const families = new Map<string, Map<string, string[]>>();
  for (const { family, attack, status, code } of ATTACKS) {
    const answers = families.get(family) ?? new Map<string, string[]>();
    const answer = `${status} \`${code}\``;
    answers.set(answer, [...(answers.get(answer) ?? []), attack]);
    families.set(family, answers);
  }
  return [...families]
    .flatMap(([family, answers]) => [
      `- ${family}`,
      ...[...answers].map(([answer, attacks]) => `  - ${answer}: ${attacks.join('; ')}`),
    ])
    .join('\n');
}
