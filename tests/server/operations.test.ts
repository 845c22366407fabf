import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '#server/ports/clock.ts';
import { SHORT, STUDENT, submissionOf } from './support/client.ts';
import { impatientClock, openRig, type Rig } from './support/rig.ts';

let rig: Rig;
let offsetMs: number;
/** The real clock, which tests set forward; the times between tries pass at once. */
const clock: Clock = { ...impatientClock, now: () => new Date(Date.now() + offsetMs) };

beforeEach(async () => {
  offsetMs = 0;
  rig = await openRig({ clock, env: { RETENTION_DAYS: '30' } });
});
afterEach(() => rig.close());

const later = (days: number) => {
  offsetMs += days * 86_400_000;
};

/** `npm run submissions -- …` as a process of its own, beside the server. */
async function command(...words: readonly string[]): Promise<{ code: number; text: string }> {
  const env = { PATH: process.env.PATH, ...rig.upstream.env, DATA_DIR: rig.dataDir };
  const run = promisify(execFile)(process.execPath, ['server/submissions.ts', ...words], { env });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error) => ({ code: Number(error.code), text: String(error.stdout) + String(error.stderr) }),
  );
}

/** Every byte below the data directory, as text. */
async function everythingStored(): Promise<string> {
  const names = await readdir(rig.dataDir, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const texts = await Promise.all(files.map((entry) => readFile(path.join(entry.parentPath, entry.name), 'latin1')));
  return `${files.map(({ name }) => name).join('\n')}\n${texts.join('\n')}`;
}

describe('retention', () => {
  test('removes answers, names and documents after RETENTION_DAYS, and leaves what an audit needs', async () => {
    const application = await rig.client.student();
    await rig.client.put(application);
    const done = await rig.client.processed(application.id);
    expect(await everythingStored()).toContain(STUDENT.passportNumber);
    later(29);
    await rig.restart();
    expect(await everythingStored()).toContain(STUDENT.passportNumber);
    later(2);
    const client = await rig.restart();
    await expect.poll(everythingStored, { timeout: 5000 }).not.toContain('passport.pdf');
    const stored = await everythingStored();
    for (const value of [STUDENT.familyName, STUDENT.email, STUDENT.passportNumber])
      expect(stored).not.toContain(value);
    for (const { uploadId } of application.body.documents as { uploadId: string }[]) {
      expect(stored).not.toContain(uploadId);
    }
    const kept = submissionOf(await client.get(`/api/submissions/${application.id}`));
    expect(kept).toEqual(done);
    expect(stored).toContain(done.offerId);
    // The same application again changes nothing: it is known by its digest.
    expect((await client.put(application)).status).toBe(200);
  });

  test('removes what was stopped, with what its errors quote; what is still tried stays', async () => {
    const message = `${SHORT.email} is known`;
    rig.upstream.next('studentFlow', { status: 400, body: { message } });
    const stopped = await rig.client.short();
    await rig.client.put(stopped);
    expect(JSON.stringify(await rig.client.settled(stopped.id))).toContain(message);
    later(31);
    const client = await rig.restart();
    const read = async () => (await client.get(`/api/submissions/${stopped.id}`)).text;
    await expect.poll(read, { timeout: 5000 }).toContain('The details were removed');
    await expect.poll(everythingStored, { timeout: 5000 }).not.toContain(SHORT.email);
    // Sent again it begins anew, with documents that are there.
    const again = await client.upload(stopped.id, 'photo-id');
    expect((await client.put({ ...stopped, body: { ...stopped.body, documents: [again] } })).status).toBe(202);
    expect((await client.processed(stopped.id)).status).toBe('processed');
  });
});

describe('the command beside a running server', () => {
  test('lists what is stuck, shows one without personal data, and has the server try it again', async () => {
    rig.upstream.next('offers', { status: 400, body: { Message: `${STUDENT.familyName} cannot be enrolled` } });
    const application = await rig.client.student();
    await rig.client.put(application);
    await rig.client.settled(application.id);
    const listed = await command('list');
    expect(listed.text).toMatch(new RegExp(`${application.id} {2}student {2}error {2}cricos-submission:CRICOS`));
    const { code, text: shown } = await command('show', application.id);
    expect(code).toBe(0);
    expect(shown).toContain('"slot": "passport"');
    for (const value of [STUDENT.familyName, STUDENT.email, STUDENT.passportNumber, 'passport.pdf']) {
      expect(listed.text + shown).not.toContain(value);
    }
    const began = performance.now();
    expect((await command('retry', application.id)).code).toBe(0);
    expect((await rig.client.processed(application.id)).status).toBe('processed');
    expect(performance.now() - began).toBeLessThan(8000);
    expect(await command('retry', application.id)).toMatchObject({ code: 1 });
    expect((await command('list')).text).toContain('0 submissions');
    expect((await command('list', '--all')).text).toContain(application.id);
  });

  test('purges one at once; it says so of an unknown one, and of one that was purged before', async () => {
    const application = await rig.client.short();
    await rig.client.put(application);
    await rig.client.processed(application.id);
    expect((await command('purge', application.id)).text).toContain('Removed: answers, outputs and documents');
    expect(await everythingStored()).not.toContain(SHORT.email);
    expect((await command('purge', application.id)).text).toContain('removed before');
    expect((await command('show', application.id)).text).toContain('"purgedAt"');
    expect(await command('purge', 'nobody')).toMatchObject({ code: 1, text: 'There is no such submission\n' });
    expect((await command()).text).toContain('npm run submissions -- list');
  });

  test('sends a call with an unknown outcome again only when told so', async () => {
    await rig.restart({ UNKNOWN_OUTCOME: 'hold' }).then(async (client) => {
      rig.upstream.next('offers', 'unanswered');
      const application = await client.student();
      await client.put(application);
      await client.settled(application.id);
      expect((await command('retry', application.id)).text).toContain('--resend');
      expect((await command('retry', application.id, '--resend')).code).toBe(0);
      const done = await client.processed(application.id);
      expect(rig.upstream.offers.get(done.offerId ?? '')).toBe(2);
    });
  });
});

describe('figures', () => {
  test('tell of stages, outside calls, uploads and what is unfinished, and of nobody', async () => {
    rig.upstream.next('studentFlow', { status: 400, body: { message: 'no' } });
    const [stopped, done] = [await rig.client.short(), await rig.client.student()];
    await rig.client.put(stopped);
    await rig.client.settled(stopped.id);
    await rig.client.put(done);
    await rig.client.processed(done.id);
    await rig.client.get('/api/agent-list');
    const { text } = await rig.client.get('/metrics');
    const stage = 'submission_stage_duration_seconds_count';
    expect(text).toContain(`${stage}{kind="short",stage="power-automate",outcome="refused"} 1`);
    expect(text).toContain(`${stage}{kind="student",stage="cricos-submission",outcome="completed"} 1`);
    const call = 'upstream_request_duration_seconds_count';
    expect(text).toContain(`${call}{service="records",operation="submit",outcome="answered"} 1`);
    expect(text).toContain(`${call}{service="workflow",operation="files",outcome="answered"} 1`);
    expect(text).toContain(`${call}{service="agent-list",operation="fetch",outcome="answered"} 1`);
    expect(text).toContain('submissions_unfinished{state="stopped"} 1');
    expect(text).toContain('submissions_unfinished{state="processing"} 0');
    expect(text).toContain('submissions_oldest_unfinished_age_seconds 0');
    expect(Number(/^upload_bytes_total (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(1000);
    expect(text).toContain('route="/api/uploads/:id"');
    for (const value of [stopped.id, done.id, STUDENT.familyName, '127.0.0.1', ...rig.upstream.secrets]) {
      expect(text).not.toContain(value);
    }
  });

  test('name the age of the oldest submission that is still tried', async () => {
    rig.upstream.always('studentFlow', { status: 503 });
    const application = await rig.client.short();
    offsetMs = -60_000;
    await rig.client.put(application);
    await rig.client.settled(application.id);
    const { text } = await rig.client.get('/metrics');
    // At that moment it is tried once more, or waits for its time.
    expect(text).toMatch(/submissions_unfinished\{state="(?:processing|waiting)"\} 1/);
    expect(Number(/^submissions_oldest_unfinished_age_seconds (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(59);
  });
});
