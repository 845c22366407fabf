import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePdf } from '#tests/support/pdf.ts';
import { agency, problemOf, REQUIRED_SLOTS, SHORT, STUDENT } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig.close());

const PDF = makePdf();
const PNG = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(50)]);
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46]);
const OLE = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(500)]);
const zip = (...names: readonly string[]) =>
  Buffer.concat(
    names.map((name) => Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), Buffer.alloc(26), Buffer.from(name)])),
  );
const behind = (start: Buffer | string) => Buffer.concat([Buffer.from(start), PDF]);

/** The answer to a file's last byte. */
async function sent(slot: string, bytes: Buffer) {
  const created = await rig.client.createUpload({ draftId: randomUUID(), slot, name: 'a.pdf', size: bytes.length });
  const location = created.headers.get('location') ?? '';
  const answer = await rig.client.patch(location, 0, bytes);
  return { answer, after: await rig.client.send('HEAD', location, undefined, { 'tus-resumable': '1.0.0' }) };
}

describe('a PDF is one by its beginning', () => {
  test.each([
    ['its header', PDF],
    ['a byte order mark', behind('\ufeff')],
    ['white space', behind('\r\n\t  \r\n')],
    ['a byte order mark and a line', behind('\ufeff\n')],
    ['nulls', behind(Buffer.alloc(512))],
    ['a mail’s header', behind('Content-Type: application/pdf\r\n\r\n')],
    ['a line of a printer', behind('\u001b%-12345X@PJL ENTER LANGUAGE=PDF\r\n')],
    ['as much junk as readers forgive', behind(Buffer.alloc(1019, 0xfe))],
  ])('with %s at its beginning it is taken', async (_what, bytes) => {
    for (const slot of ['passport', 'agent-introduction', 'photo-id']) {
      expect((await sent(slot, bytes)).answer.status, slot).toBe(204);
    }
  });

  test.each([
    ['a program', behind('MZ\u0090\u0000\u0003 This program cannot be run in DOS mode.')],
    ['a page', behind('<!DOCTYPE html><html><script>alert(1)</script>')],
    ['a page behind white space', behind('\n\n <html>')],
    ['an archive', behind(zip('a.txt'))],
    ['a document of Word', behind(zip('[Content_Types].xml', 'word/document.xml'))],
    ['an old document of Word', behind(OLE)],
    ['a picture', behind(JPEG)],
    ['another picture', behind(PNG)],
    ['a script', behind('#!/bin/sh\nexit\n')],
    ['a page behind a mail’s header', behind('Content-Type: application/pdf\r\n\r\n<html>')],
    ['a kilobyte of junk', behind(Buffer.alloc(1020, 0xfe))],
  ])('with %s at its beginning it is refused in every slot and removed', async (_what, bytes) => {
    for (const slot of ['passport', 'agent-introduction', 'photo-id', 'residency-proof']) {
      const { answer, after } = await sent(slot, bytes);
      expect(problemOf(answer), slot).toMatchObject({ status: 415, code: 'file-invalid-type' });
      expect(after.status, slot).toBe(404);
    }
  });
});

describe('a document of the short form', () => {
  test.each([
    ['a JPEG', JPEG, 204],
    ['a PNG', PNG, 204],
    ['a .doc', OLE, 204],
    ['a .docx', zip('[Content_Types].xml', '_rels/.rels', 'word/document.xml'), 204],
    ['a .docx whose list of types comes last', zip('_rels/.rels', 'word/document.xml'), 204],
    ['a workbook', zip('[Content_Types].xml', '_rels/.rels', 'xl/workbook.xml'), 415],
    ['an archive of anything', zip('setup.exe'), 415],
  ])('%s is answered with %3$d', async (_what, bytes, status) => {
    for (const slot of ['photo-id', 'residency-proof'])
      expect((await sent(slot, bytes)).answer.status, slot).toBe(status);
  });
});

describe('what goes out has the extension of what it is', () => {
  test('in the file workflow’s JSON, with any name of the file', async () => {
    const id = randomUUID();
    const names = ['passport.docx', 'Résumé.PDF', 'scan', 'evil.exe. .'];
    const documents = await Promise.all(
      REQUIRED_SLOTS.map((slot, i) => rig.client.upload(id, slot, makePdf({ mark: slot }), names[i])),
    );
    const body = { variant: 'direct' as const, values: STUDENT, documents };
    await rig.client.put({ path: `/api/student-applications/${id}`, body });
    await rig.client.processed(id);
    const { files } = JSON.parse(rig.upstream.of('fileWorkflow')[0]?.body ?? '') as { files: { filename: string }[] };
    expect(files.map(({ filename }) => Buffer.from(filename, 'latin1').toString('utf8'))).toEqual([
      'passport.docx.pdf',
      'Résumé.PDF',
      'scan.pdf',
      'evil.exe.pdf',
    ]);
  });

  test('in the fields and the part of an agency’s introduction', async () => {
    const id = randomUUID();
    const document = await rig.client.upload(id, 'agent-introduction', undefined, 'About us.docx');
    const body = { values: agency(), documents: [document] };
    await rig.client.put({ path: `/api/agent-applications/${id}`, body });
    await rig.client.processed(id);
    const sentBody = rig.upstream.of('agentFlow')[0]?.body ?? '';
    const field = (name: string) => new RegExp(`name="${name}"\r\n\r\n([^\r]*)\r\n`).exec(sentBody)?.[1];
    expect(field('agentIntroductionFile_name')).toBe('About us.docx.pdf');
    expect(field('agentIntroductionFile_extension')).toBe('pdf');
    expect(field('agentIntroductionFile_nameOnly')).toBe('About us.docx');
    expect(sentBody).toContain('filename="About us.docx.pdf"\r\nContent-Type: application/pdf\r\n');
  });

  test.each([
    ['photo.exe', PNG, 'photo.exe.png', 'image/png'],
    ['photo.jpeg', JPEG, 'photo.jpeg', 'image/jpeg'],
    ['photo.png', JPEG, 'photo.png.jpg', 'image/jpeg'],
    [
      'licence',
      zip('word/document.xml'),
      'licence.docx',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
    ['licence.pdf', OLE, 'licence.pdf.doc', 'application/msword'],
  ])('in the parts of the short form: %s goes as %3$s', async (name, bytes, filename, type) => {
    const id = randomUUID();
    const document = await rig.client.upload(id, 'photo-id', bytes, name);
    await rig.client.put({ path: `/api/short-applications/${id}`, body: { values: SHORT, documents: [document] } });
    await rig.client.processed(id);
    const sentBody = rig.upstream.of('studentFlow').at(-1)?.body ?? '';
    expect(sentBody).toContain(`filename="${filename}"\r\nContent-Type: ${type}\r\n`);
  });
});
