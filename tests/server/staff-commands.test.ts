import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SLOW } from '#tests/support/slow.ts';
import { STUDENT, submissionOf } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';
import { staffCommand } from './support/staff-command.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await openRig();
});
afterEach(() => rig.close());

const command = (...words: readonly string[]) => staffCommand({ ...rig.upstream.env, DATA_DIR: rig.dataDir }, words);

/** An application whose offer had no answer, so that staff have to settle it. */
async function heldApplication(client = rig.client) {
  rig.upstream.next('offers', 'unanswered');
  const application = await client.student();
  await client.put(application);
  const { offerId = '' } = await client.settled(application.id);
  return { id: application.id, offerId };
}

test('a submission is found by its OfferId, its first digits and the reference of the records API, by every command', async () => {
  const { id, offerId } = await heldApplication();
  const shown = await command('show', offerId);
  expect([shown.code, JSON.parse(shown.out).id]).toEqual([0, id]);
  const settled = await command('settle', offerId.toLowerCase(), '--accepted', '--reference', 'REC/1182');
  expect(settled).toMatchObject({ code: 0, err: '' });
  await rig.client.processed(id);
  for (const text of [id, id.slice(0, 8).toUpperCase(), 'REC/1182']) {
    const found = await command('show', text);
    expect([text, found.code, found.err]).toEqual([text, 0, '']);
    expect(JSON.parse(found.out).id).toBe(id);
  }
  expect((await command('journal', offerId)).out).toContain(`settle  ${id}  cricos-submission, accepted as REC/1182`);
  expect((await command('find', offerId)).out).toMatch(new RegExp(`\n${id} .*\n1 found\n$`));
  expect((await command('retry', offerId)).err).toBe('It is processed: there is nothing to try again\n');
  expect((await command('send-documents', offerId)).err).toBe('Its documents were not skipped: see show\n');
  expect((await command('list', '--all', '--after', offerId)).out).toBe('0 submissions\n');
  const into = await mkdtemp(path.join(tmpdir(), 'staff-'));
  expect((await command('export', 'REC/1182', '--into', into)).code).toBe(0);
  expect(await readdir(into)).toEqual([id]);
  await rm(into, { recursive: true });
  expect((await command('purge', offerId, '--yes')).code).toBe(0);
  expect((await command('erase', 'REC/1182', '--yes')).code).toBe(0);
  const unknown = await command('show', 'OFFER_20200101_000000000');
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('`find` also searches names')]);
});

test('an agency is found by its Application ID', SLOW, async () => {
  const application = await rig.client.agency();
  await rig.client.put(application);
  await rig.client.processed(application.id);
  const { agentApplicationId } = application.body.values as { agentApplicationId: string };
  expect(JSON.parse((await command('show', agentApplicationId)).out).id).toBe(application.id);
});

test('where two submissions match, they are listed and nothing is done', async () => {
  const [one, other] = [await heldApplication(), await heldApplication()];
  const digits = other.id.slice(0, 8);
  expect((await command('settle', one.id, '--accepted', '--reference', digits)).code).toBe(0);
  await rig.client.processed(one.id);
  const commands = [
    ['show', digits],
    ['settle', digits, '--accepted'],
    ['retry', digits, '--resend'],
    ['purge', digits, '--yes'],
    ['erase', digits, '--yes'],
  ];
  for (const words of commands) {
    const { code, out, err } = await command(...words);
    expect([words, code, out]).toEqual([words, 1, '']);
    expect(err).toContain('2 match, and nothing was done. Give the id of one:\nID ');
    for (const { id } of [one, other]) expect(err).toContain(`\n${id}  student`);
  }
  expect((await command('list', '--state', 'held')).out).toContain(other.id);
  expect(submissionOf(await rig.client.get(`/api/submissions/${one.id}`)).status).toBe('processed');
  expect((await command('list', '--state', 'purged')).out).toBe('0 submissions\n');
});

test(
  'the list has a head, and names what is stopped, held, waiting and processed without its documents',
  SLOW,
  async () => {
    rig.upstream.next('studentFlow', { status: 400 });
    const stopped = await rig.client.short();
    await rig.client.put(stopped);
    await rig.client.settled(stopped.id);
    const held = await heldApplication();
    rig.upstream.always('studentFlow', { status: 503 });
    const waiting = await rig.client.short();
    await rig.client.put(waiting);
    await rig.client.settled(waiting.id);
    const client = await rig.restart({ FILE_WORKFLOW_URL: undefined });
    const skipped = await client.student();
    await client.put(skipped);
    const { offerId } = await client.processed(skipped.id);
    let lines: string[] = [];
    let head: string | undefined;
    const cells = (id: string) => lines.find((line) => line.startsWith(id))?.split(/ {2,}/) ?? [];
    // The server that has just started may be trying it.
    await expect
      .poll(async () => {
        [head, ...lines] = (await command('list', '--all')).out.split('\n');
        return cells(waiting.id)[2];
      })
      .toBe('waiting');
    expect(head?.split(/ {2,}/)).toEqual([
      'ID',
      'KIND',
      'STATE',
      'STAGE',
      'RECEIVED',
      'CHANGED',
      'OFFERID OR APPLICATION ID',
      'NOTES',
    ]);
    const time = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z$/);
    expect(cells(stopped.id).slice(1, 6)).toEqual([
      'short',
      'stopped',
      expect.stringMatching('power-automate:'),
      time,
      time,
    ]);
    expect(cells(held.id)[2]).toBe('held');
    expect(cells(waiting.id).at(-1)).toMatch(/^next try \d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z \(try \d\)$/);
    expect(cells(skipped.id).slice(1)).toEqual(['student', 'skipped', 'done', time, time, offerId]);
  },
);

test('the journal has who tried what again, settled it or had documents sent', SLOW, async () => {
  const client = await rig.restart({ FILE_WORKFLOW_URL: undefined });
  const skipped = await client.student();
  await client.put(skipped);
  await client.processed(skipped.id);
  const repaired = await rig.restart({});
  rig.upstream.next('studentFlow', { status: 400 });
  const stopped = await repaired.short();
  await repaired.put(stopped);
  await repaired.settled(stopped.id);
  const [one, other] = [await heldApplication(repaired), await heldApplication(repaired)];
  await command('settle', one.id, '--accepted', '--by', 'Robin');
  await repaired.processed(one.id);
  await command('retry', other.id, '--resend', '--by', 'Robin');
  await command('retry', '--all-stopped', '--by', 'Robin');
  await command('send-documents', '--all-skipped', '--by', 'Robin');
  // What is refused was not done.
  await command('retry', skipped.id, '--by', 'Robin');
  const { out } = await command('journal');
  expect(out.split('\n').map((line) => line.split('  ').slice(1).join('  '))).toEqual([
    `Robin  settle  ${one.id}  cricos-submission, accepted`,
    `Robin  retry  ${other.id}  cricos-submission, the call is sent again`,
    `Robin  retry  ${stopped.id}  power-automate`,
    `Robin  send-documents  ${skipped.id}  documents that were skipped`,
    '',
    '',
  ]);
});

test('the applicant’s name and address are shown only where staff ask for them, which is noted', async () => {
  rig.upstream.next('offers', { status: 400, body: { Message: 'No seat is left' } });
  const application = await rig.client.student();
  await rig.client.put(application);
  await rig.client.settled(application.id);
  expect((await command('show', application.id)).out).not.toContain(STUDENT.email);
  const shown = await command('show', application.id, '--contact', '--by', 'Robin');
  expect(JSON.parse(shown.out).searchFor).toMatchObject({ email: STUDENT.email });
  expect((await command('journal')).out).toMatch(/ {2}Robin {2}show {2}.* {2}name and contact\n1 entries\n$/);
});

test.each([
  [['list', 'OFFER_20260615_103000123'], 'list takes no ID'],
  [['show', 'one', 'another'], 'show takes one ID'],
  [['purge', 'one', '--resend'], 'purge does not have the option --resend'],
  [['retry', 'one', '--stage', 'completion'], '--stage goes with --all-stopped'],
  [['retry', 'one', '--all-stopped'], '--all-stopped goes with --stage only'],
  [['show'], 'Please name the submission: an id, an OfferId or the like'],
  [['list', '--state'], "Option '--state <value>' argument missing"],
  [['list', '--everything'], "Unknown option '--everything'"],
])('words that a command does not take are refused: %j', async (words, said) => {
  const { code, out, err } = await command(...words);
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain(said);
});
