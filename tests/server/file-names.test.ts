import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agency, REQUIRED_SLOTS, SHORT, STUDENT } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig.close());

/** Header syntax, a boundary, a path, markup, a null and a character that turns the direction of writing. */
const HOSTILE = 'a"; filename="b.exe\r\nX-Evil: 1\r\n\r\n------form\r\n../..\\c\u202efdp\u0000<script>.pdf';
const SAFE = 'a_; filename=_b.exe__X-Evil_ 1____------form__.._.._c_fdp__script_.pdf';

/** The parts of a multipart body, each with its headers; text as UTF-8. */
function partsOf({ headers, body }: { readonly headers: NodeJS.Dict<string | string[]>; readonly body: string }) {
  const boundary = /boundary=(\S+)$/.exec(String(headers['content-type']))?.[1] ?? '';
  const parts = body.split(`--${boundary}\r\n`).slice(1);
  return parts.map((part) => {
    const end = part.indexOf('\r\n\r\n');
    const head = Buffer.from(part.slice(0, end), 'latin1').toString('utf8').split('\r\n');
    return {
      head,
      text: Buffer.from(part.slice(end + 4), 'latin1')
        .toString('utf8')
        .split('\r\n')[0],
    };
  });
}

describe('a document whose name is an attack', () => {
  test.each([
    ['agent-applications', 'agent-introduction', 'agentFlow', agency, 'agentIntroductionFile'],
    ['short-applications', 'photo-id', 'studentFlow', () => SHORT, 'photoIdFile'],
  ] as const)('goes out in one header line with a harmless name: %s', async (path, slot, route, values, name) => {
    const id = randomUUID();
    const document = await rig.client.upload(id, slot, undefined, HOSTILE);
    await rig.client.put({ path: `/api/${path}/${id}`, body: { values: values(), documents: [document] } });
    await rig.client.processed(id);
    const [call] = rig.upstream.of(route);
    if (call === undefined) throw new Error('nothing went out');
    const parts = partsOf(call);
    const file = parts.find(({ head }) => head[0]?.includes(`name="${name}"`));
    expect(file?.head).toEqual([
      `Content-Disposition: form-data; name="${name}"; filename="${SAFE}"`,
      'Content-Type: application/pdf',
    ]);
    for (const { head } of parts.filter((part) => part !== file)) expect(head).toHaveLength(1);
    const written = parts.find(({ head }) => head[0]?.includes(`name="${name}_name"`));
    if (route === 'agentFlow') expect(written?.text).toBe(SAFE);
  });

  test('is in the file workflow’s JSON under the same harmless name, and a second of its kind under another', async () => {
    const id = randomUUID();
    const documents = await Promise.all(
      REQUIRED_SLOTS.map((slot, i) => rig.client.upload(id, slot, undefined, i < 2 ? HOSTILE : `${slot}.pdf`)),
    );
    await rig.client.put({
      path: `/api/student-applications/${id}`,
      body: { variant: 'direct', values: STUDENT, documents },
    });
    await rig.client.processed(id);
    const { files } = JSON.parse(rig.upstream.of('fileWorkflow')[0]?.body ?? '') as { files: { filename: string }[] };
    expect(files.map(({ filename }) => filename)).toEqual([
      SAFE,
      SAFE.replace('.pdf', '-2.pdf'),
      'englishTest.pdf',
      'academicQualifications.pdf',
    ]);
  });
});
