import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fillLedger } from '#tests/bench/support/fill-ledger.ts';
import { dumpDatabase } from '#tests/support/database-dump.ts';
import { everythingIn, filesBelow } from '#tests/support/files-below.ts';
import { startNodes } from '#tests/support/nodes.ts';
import { makePdf } from '#tests/support/pdf.ts';
import { SLOW } from '#tests/support/slow.ts';
import { type Application, Client, SHORT, submissionOf } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';
import { staffCommand } from './support/staff-command.ts';

const PERSONAL = [SHORT.email, SHORT.passportNumber, SHORT.familyName, 'photo-id.pdf'];

let rig: Rig;
let home: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'persons-'));
  rig = await openRig();
});
afterEach(async () => {
  await rig.close();
  await rm(home, { recursive: true, force: true });
});

const command = (words: readonly string[], ...answers: readonly string[]) =>
  staffCommand({ ...rig.upstream.env, DATA_DIR: rig.dataDir }, words, ...answers);

/** An application of a person, which comes to its end. */
async function submitted(client: Client): Promise<Application> {
  const application = await client.short();
  await client.put(application);
  await client.processed(application.id);
  return application;
}

describe('a person of whom only an e-mail address is known', () => {
  test('is found without their data being shown, and never by a command line that others can read', async () => {
    const { id } = await submitted(rig.client);
    const { offerId } = submissionOf(await rig.client.get(`/api/submissions/${id}`));
    const found = await command(['find', '--by', 'clerk'], SHORT.email.toUpperCase());
    expect(found).toMatchObject({
      code: 0,
      out: expect.stringMatching(new RegExp(`^ID .*\\n${id} {2}short {4}processed {3}done`)),
    });
    expect(found.out).toMatch(/1 documents of \d+ bytes {2}by email\n1 found\n$/);
    for (const text of PERSONAL) expect(found.out + found.err).not.toContain(text);
    expect((await command(['find'], SHORT.passportNumber)).out).toContain('by passportNumber');
    expect((await command(['find'], `${SHORT.familyName} ${SHORT.firstName}`)).out).toContain(
      'by firstName, familyName',
    );
    expect((await command(['find', offerId ?? id])).out).toContain(id);
    expect((await command(['find', id.slice(0, 8)])).out).toContain(id);
    expect((await command(['find'], 'nobody@mail.example')).out).toBe('0 found\n');
    expect((await command(['find'], 'SO-4711')).out).toBe('0 found\n');
    for (const text of [SHORT.email, SHORT.passportNumber, SHORT.familyName]) {
      const refused = await command(['find', text]);
      expect([refused.code, refused.out]).toEqual([1, '']);
      expect(refused.err).toContain('Leave it out, and the command asks for it');
    }
    const { out } = await command(['journal']);
    expect(out).toMatch(/ {2}clerk {2}find {2}- {2}searched by e-mail, 1 found\n/);
    for (const text of PERSONAL) expect(out).not.toContain(text);
  });

  test(
    'gets all that is kept, documents included, in files that no other user of the machine can read',
    SLOW,
    async () => {
      const { id } = await submitted(rig.client);
      const into = path.join(home, 'handed-out');
      expect(await command(['export', '--into', into], SHORT.email)).toMatchObject({ code: 0 });
      const files = await filesBelow(into);
      const names = [...files.keys()].map((file) => path.relative(into, file)).toSorted();
      expect(names).toEqual([`${id}/data.json`, `${id}/documents/01-photo-id.pdf`]);
      for (const file of files.keys()) expect((await stat(file)).mode & 0o777).toBe(0o600);
      for (const directory of ['', id, `${id}/documents`]) {
        expect((await stat(path.join(into, directory))).mode & 0o777).toBe(0o700);
      }
      const data = JSON.parse(files.get(path.join(into, id, 'data.json')) ?? '');
      expect(data.submission).toMatchObject({ id, kind: 'short', status: 'processed' });
      expect(data.answers).toMatchObject([{ revision: 1, body: { values: SHORT } }]);
      expect(data.documents).toMatchObject([{ slot: 'photo-id', name: 'photo-id.pdf' }]);
      expect(data.missing).toEqual([]);
      const bytes = await readFile(path.join(into, id, 'documents/01-photo-id.pdf'));
      expect(bytes.equals(makePdf({ mark: 'photo-id' }))).toBe(true);
      const again = await command(['export', id, '--into', into]);
      expect([again.code, again.err]).toEqual([1, expect.stringContaining('is there already')]);
      expect((await command(['journal', id])).out).toContain(`export  ${id}  1 documents of ${bytes.length} bytes`);
    },
  );

  test('gets the rest where a document is damaged, which is named', async () => {
    const { id, body } = await submitted(rig.client);
    const [document] = body.documents as { uploadId: string }[];
    await rm(path.join(rig.dataDir, 'uploads', document?.uploadId ?? ''));
    const into = path.join(home, 'handed-out');
    const { code, out } = await command(['export', id, '--into', into]);
    expect([code, out]).toEqual([0, expect.stringContaining('missing or damaged: documents/01-photo-id.pdf')]);
    expect(JSON.parse((await filesBelow(into)).get(path.join(into, id, 'data.json')) ?? '').answers).toHaveLength(1);
  });

  test('is erased when that was confirmed: nothing of them is left in the ledger and among the files', async () => {
    const [one, other] = [await submitted(rig.client), await submitted(rig.client)];
    for (const answer of ['no', 'y', '']) {
      const kept = await command(['erase'], SHORT.email, answer);
      expect([kept.code, kept.err]).toEqual([1, expect.stringContaining('Erase these 2 for good? (yes/no)')]);
    }
    expect(await everythingIn(rig.dataDir)).toContain(SHORT.email);
    const erased = await command(['erase', '--by', 'clerk'], SHORT.email, 'yes');
    expect(erased.code).toBe(0);
    const left = await everythingIn(rig.dataDir);
    for (const text of PERSONAL) expect(left).not.toContain(text);
    for (const { id, body } of [one, other]) {
      expect(erased.out).toContain(`${id}: erased, with 1 documents`);
      for (const { uploadId } of body.documents as { uploadId: string }[]) expect(left).not.toContain(uploadId);
    }
    const { out } = await command(['journal', one.id]);
    expect(out).toMatch(
      new RegExp(` {2}clerk {2}erase {2}${one.id} {2}short, processed; 1 documents of \\d+ bytes\\n1 entries\\n$`),
    );
    expect((await command(['find'], SHORT.email)).out).toBe('0 found\n');
    // What was submitted stays submitted: nothing goes to the college a second time.
    expect((await rig.client.put(one)).status).toBe(409);
    expect(submissionOf(await rig.client.get(`/api/submissions/${one.id}`)).status).toBe('processed');
  });
});

test(
  'what still waits is erased only if that is requested, and then the server continues with none of it',
  SLOW,
  async () => {
    rig.upstream.always('studentFlow', { status: 503 });
    const application = await rig.client.short();
    await rig.client.put(application);
    await rig.client.settled(application.id);
    const left = await command(['erase', application.id, '--yes']);
    expect([left.code, left.out]).toEqual([
      1,
      expect.stringContaining('not erased, the server is still working on it'),
    ]);
    expect(await everythingIn(rig.dataDir)).toContain(SHORT.email);
    expect((await command(['erase', application.id, '--yes', '--unfinished'])).code).toBe(0);
    await rig.stop();
    const calls = rig.upstream.of('studentFlow').length;
    const client = await rig.restart();
    const state = submissionOf(await client.get(`/api/submissions/${application.id}`));
    expect(state).toMatchObject({ status: 'error' });
    expect(state.retryAt).toBeUndefined();
    // Another application that begins and ends after the restart: the erased one had its turn, too.
    rig.upstream.always('studentFlow', { status: 200 });
    await submitted(client);
    expect(rig.upstream.of('studentFlow')).toHaveLength(calls + 1);
    expect((await command(['find', application.id])).out).toContain('purged');
  },
);

test('the list continues past 1,000 entries, in pages on request, each entry once', SLOW, async () => {
  await submitted(rig.client);
  await rig.stop();
  fillLedger(rig.dataDir, 1_200);
  const ids = (out: string) => out.match(/^[0-9a-f-]{36}/gm) ?? [];
  const { out } = await command(['list', '--all']);
  expect(new Set(ids(out)).size).toBe(1_201);
  expect(out).toMatch(/\n1201 submissions\n$/);
  const first = await command(['list', '--all', '--limit', '700']);
  const [, after = ''] = /700 submissions, and more: --after (\S+)\n$/.exec(first.out) ?? [];
  const second = await command(['list', '--all', '--after', after]);
  expect(second.out).toMatch(/\n501 submissions\n$/);
  expect([...ids(first.out), ...ids(second.out)]).toEqual(ids(out));
  expect((await command(['list', '--state', 'gone'])).err).toContain('--state is one of processing, waiting');
});

test('with PostgreSQL and a bucket a person is found, handed out and erased in the same way', SLOW, async () => {
  await using nodes = await startNodes();
  const node = await nodes.start();
  const { id } = await submitted(new Client(node.url));
  const beside = (words: readonly string[], ...answers: readonly string[]) =>
    staffCommand({ ...nodes.env, DATA_DIR: home }, words, ...answers);
  expect((await beside(['find'], SHORT.email)).out).toContain(id);
  const into = path.join(home, 'handed-out');
  expect(await beside(['export', '--into', into], SHORT.passportNumber)).toMatchObject({ code: 0 });
  const bytes = await readFile(path.join(into, id, 'documents/01-photo-id.pdf'));
  expect(bytes.equals(makePdf({ mark: 'photo-id' }))).toBe(true);
  expect(await dumpDatabase(nodes.database)).toContain(SHORT.email);
  expect(await beside(['erase', '--by', 'clerk'], SHORT.email, 'yes')).toMatchObject({ code: 0 });
  const left = await dumpDatabase(nodes.database);
  for (const text of PERSONAL) expect(left).not.toContain(text);
  expect(nodes.documents().filter((key) => /^[0-9a-f]{32}/.test(key))).toEqual([]);
  expect((await beside(['journal', id])).out).toContain(`clerk  erase  ${id}  short, processed; 1 documents`);
});
