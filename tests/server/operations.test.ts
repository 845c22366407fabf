import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqliteLedgers } from '#server/adapters/sqlite/open.ts';
import { created, processed, versioned } from '#server/submission/transitions.ts';
import { everythingIn } from '#tests/support/files-below.ts';
import { SLOW } from '#tests/support/slow.ts';
import { COMPILE_CACHE } from '#tests/support/start-flags.ts';
import { problemOf, REQUIRED_SLOTS, SHORT, STUDENT, stageOf, submissionOf } from './support/client.ts';
import { movedBy, openRig, type Rig } from './support/rig.ts';

let rig: Rig;
let offsetMs: number;
/** The real clock, which tests set forward; the times between tries pass at once. */
const clock = movedBy(
  () => 0,
  () => offsetMs,
);

beforeEach(async () => {
  offsetMs = 0;
  rig = await openRig({ clock, env: { RETENTION_DAYS: '30' } });
});
afterEach(() => rig.close());

const later = (days: number) => {
  offsetMs += days * 86_400_000;
};

/** `npm run submissions -- …` as a separate process, beside the server, on a machine with the same clock. */
const command = (...words: readonly string[]) => answering('', ...words);

/** The same with a person at the keyboard. */
async function answering(answer: string, ...words: readonly string[]): Promise<{ code: number; text: string }> {
  const own = { PATH: process.env.PATH, ...COMPILE_CACHE, DATA_DIR: rig.dataDir, SHIFT_MS: String(offsetMs) };
  const program = ['--import', './tests/server/support/shifted-date.ts', 'server/submissions.ts', ...words];
  const run = promisify(execFile)(process.execPath, program, { env: { ...rig.upstream.env, ...own } });
  run.child.stdin?.end(answer);
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error) => ({ code: Number(error.code), text: String(error.stdout) + String(error.stderr) }),
  );
}

const everythingStored = () => everythingIn(rig.dataDir);

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
    await expect.poll(everythingStored).not.toContain('passport.pdf');
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

  test('removes what was stopped, with what its errors quote; what is still tried stays', SLOW, async () => {
    const message = `${SHORT.email} is known`;
    rig.upstream.next('studentFlow', { status: 400, body: { message } });
    const stopped = await rig.client.short();
    await rig.client.put(stopped);
    expect(JSON.stringify(await rig.client.settled(stopped.id))).toContain(message);
    later(31);
    const client = await rig.restart();
    const read = async () => (await client.get(`/api/submissions/${stopped.id}`)).text;
    await expect.poll(read).toContain('The details were removed');
    await expect.poll(everythingStored).not.toContain(SHORT.email);
    // Sent again it starts again, with documents that are there.
    const again = await client.upload(stopped.id, 'photo-id');
    expect((await client.put({ ...stopped, body: { ...stopped.body, documents: [again] } })).status).toBe(202);
    expect((await client.processed(stopped.id)).status).toBe('processed');
  });
});

/** Submissions that were processed 40 days ago, more than are ever removed without the staff. */
async function addExpired(count: number): Promise<void> {
  const { ledger } = await openSqliteLedgers(rig.dataDir);
  const at = new Date(clock.now().getTime() - 40 * 86_400_000);
  for (let i = 0; i < count; i += 1) {
    const first = created({ id: randomUUID(), kind: 'short', digest: `${i}`, now: at });
    await ledger.create(first, {});
    await ledger.save(versioned(first, at, processed(at.toISOString())));
  }
  await ledger.close();
}

describe('a removal that is stopped', () => {
  test('is a figure, keeps the server ready, and continues when the staff have looked and allow it', async () => {
    expect((await command('allow-removal', '--yes')).text).toContain('No removal is stopped');
    await rig.stop();
    await addExpired(21);
    const client = await rig.restart();
    const figure = async () => /^removal_stopped (\d)$/m.exec((await client.get('/metrics')).text)?.[1];
    await expect.poll(figure).toBe('1');
    expect((await client.get('/readyz')).status).toBe(200);

    const refused = await answering('no\n', 'allow-removal');
    expect(refused.text).toContain('RETENTION_DAYS is 30');
    expect(refused.text).toContain('21 submissions, of 21 that have any');
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('Nothing was allowed') });
    const purged = async () => (await command('list', '--state', 'purged')).text.match(/purged/g)?.length ?? 0;
    expect([await purged(), await figure()]).toEqual([0, '1']);
    expect(await answering('yes\n', 'allow-removal')).toMatchObject({ code: 0 });
    await expect.poll(figure, { timeout: 15_000, interval: 500 }).toBe('0');
    await expect.poll(purged, { timeout: 15_000, interval: 500 }).toBe(21);
  });
});

describe('the command beside a running server', () => {
  test('lists what is stuck, shows one without personal data, and has the server try it again', async () => {
    rig.upstream.next('offers', { status: 400, body: { Message: `${STUDENT.familyName} cannot be enrolled` } });
    const application = await rig.client.student();
    await rig.client.put(application);
    await rig.client.settled(application.id);
    const listed = await command('list');
    expect(listed.text).toMatch(
      new RegExp(`^ID .*\\n${application.id} {2}student {2}stopped {5}cricos-submission:CRICOS`),
    );
    const { code, text: shown } = await command('show', application.id);
    expect(code).toBe(0);
    expect(shown).toContain('"slot": "passport"');
    for (const value of [STUDENT.familyName, STUDENT.email, STUDENT.passportNumber, 'passport.pdf']) {
      expect(listed.text + shown).not.toContain(value);
    }
    expect((await command('retry', application.id)).code).toBe(0);
    expect((await rig.client.processed(application.id)).status).toBe('processed');
    expect(await command('retry', application.id)).toMatchObject({ code: 1 });
    expect((await command('list')).text).toContain('0 submissions');
    expect((await command('list', '--all')).text).toContain(application.id);
  });

  test('purges one at once; an unknown one, and one that was purged before, are errors', SLOW, async () => {
    const application = await rig.client.short();
    await rig.client.put(application);
    await rig.client.processed(application.id);
    expect((await command('purge', application.id, '--yes')).text).toContain('Removed: answers, outputs and documents');
    expect(await everythingStored()).not.toContain(SHORT.email);
    expect((await command('purge', application.id, '--yes')).text).toContain('removed before');
    expect((await command('show', application.id)).text).toContain('"purgedAt"');
    expect(await command('purge', 'nobody')).toMatchObject({
      code: 1,
      text: expect.stringContaining('There is no such submission.'),
    });
    expect((await command()).text).toContain('npm run submissions -- COMMAND');
  });

  test('asks before it removes anything, and takes only yes for an answer', SLOW, async () => {
    const application = await rig.client.short();
    await rig.client.put(application);
    await rig.client.processed(application.id);
    for (const answer of ['', 'no\n', 'y\n', `${application.id}\n`]) {
      const kept = await answering(answer, 'purge', application.id);
      expect([kept.code, kept.text]).toEqual([1, expect.stringContaining('Nothing was removed')]);
      expect(kept.text).toContain(`Remove the personal data of ${application.id}, short, processed for good?`);
    }
    expect(await everythingStored()).toContain(SHORT.email);
    expect(await answering('yes\n', 'purge', application.id)).toMatchObject({ code: 0 });
    expect(await everythingStored()).not.toContain(SHORT.email);
  });

  test('never removes what the server still works on', SLOW, async () => {
    rig.upstream.always('studentFlow', { status: 503 });
    const application = await rig.client.short();
    await rig.client.put(application);
    const waiting = await rig.client.settled(application.id);
    expect(waiting.retryAt).toBeDefined();
    const kept = await command('purge', application.id, '--yes');
    expect([kept.code, kept.text]).toEqual([1, expect.stringContaining('the server is still working on it')]);
    expect(await everythingStored()).toContain(SHORT.email);
  });

  test(
    'leaves nothing to continue: the same body starts a new run, with its documents attached again',
    SLOW,
    async () => {
      rig.upstream.next('validate', { status: 400, body: { ModelState: { 'offer.Email': ['Refused'] } } });
      const application = await rig.client.student();
      await rig.client.put(application);
      await rig.client.settled(application.id);
      expect(await command('purge', application.id, '--yes')).toMatchObject({ code: 0 });
      const refusal = await rig.client.put(application);
      expect([refusal.status, problemOf(refusal).code]).toEqual([422, 'UPLOAD_MISMATCH']);
      const documents = await Promise.all(REQUIRED_SLOTS.map((slot) => rig.client.upload(application.id, slot)));
      const again = { ...application, body: { ...application.body, documents } };
      expect((await rig.client.put(again)).status).toBe(202);
      await rig.client.processed(application.id);
      expect([...rig.upstream.offers.values()]).toEqual([1]);
    },
  );

  test('sends a call with an unknown outcome again only when told so', async () => {
    const { client } = rig;
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

describe('after the college has repaired its settings', () => {
  test('all that stopped at a stage is tried again by one command, and nothing else', async () => {
    const { client, upstream } = rig;
    upstream.always('fileWorkflow', { status: 400 });
    upstream.next('studentFlow', { status: 400 });
    const stopped = [await client.student(), await client.student(), await client.short()];
    for (const application of stopped) {
      await client.put(application);
      await client.settled(application.id);
    }
    upstream.always('fileWorkflow', undefined);
    expect((await command('retry', '--all-stopped', '--stage', 'file-forwarding')).text).toContain('Noted for 2:');
    for (const { id } of stopped.slice(0, 2)) await client.processed(id);
    expect((await command('list')).text).toContain('1 submissions');
    expect((await command('retry', '--all-stopped')).text).toContain('Noted for 1:');
    await client.processed(stopped[2]?.id ?? '');
  });

  test('documents that were skipped are listed, and sent; to the applicant it was processed all along', async () => {
    const { client, upstream } = rig;
    const whole = await client.student();
    await client.put(whole);
    await client.processed(whole.id);
    const forgetful = await rig.restart({ FILE_WORKFLOW_URL: undefined });
    const [one, other] = [await forgetful.student(), await forgetful.student()];
    for (const application of [one, other]) {
      await forgetful.put(application);
      await forgetful.processed(application.id);
    }
    const repaired = await rig.restart({});
    const listed = (await command('list', '--state', 'skipped')).text;
    expect([one, other, whole].map(({ id }) => listed.includes(id))).toEqual([true, true, false]);
    expect((await command('send-documents', whole.id)).text).toContain('were not skipped');
    upstream.next('fileWorkflow', { status: 404 });
    expect((await command('send-documents', '--all-skipped')).text).toContain('Noted for 2:');
    await expect.poll(() => upstream.of('fileWorkflow').length, { timeout: 10_000 }).toBe(3);
    const seen = async ({ id }: { readonly id: string }) => submissionOf(await repaired.get(`/api/submissions/${id}`));
    const states = [await seen(one), await seen(other)];
    expect(states.map(({ status, retryAt }) => [status, retryAt])).toEqual([
      ['processed', undefined],
      ['processed', undefined],
    ]);
    // The one that the workflow turned away is sent after the next start, too.
    await rig.restart({});
    await expect
      .poll(async () => (await command('list', '--state', 'skipped')).text, { timeout: 10_000 })
      .toBe('0 submissions\n');
    await expect.poll(async () => (await command('list')).text, { timeout: 10_000 }).toBe('0 submissions\n');
    const sent = upstream.of('fileWorkflow').map(({ body }) => JSON.parse(body));
    for (const { id } of [one, other]) {
      const mine = sent.filter(({ submissionId }) => submissionId === id);
      expect(mine.at(-1)?.files).toHaveLength(REQUIRED_SLOTS.length);
    }
    expect(upstream.offers.size).toBe(3);
    expect(upstream.of('studentWorkflow')).toHaveLength(3);
  });
});

describe('an offer that is sent again after a call without an answer', () => {
  const repeated = 'calls_repeated_total{stage="cricos-submission"} 1';

  test('is counted and listed for the staff, and the applicant sees nothing of it', async () => {
    const client = await rig.restart({ RECORDS_UNKNOWN_OUTCOME: 'resend' });
    const answered = await client.student();
    await client.put(answered);
    await client.processed(answered.id);
    expect((await client.get('/metrics')).text).not.toContain(repeated);
    rig.upstream.next('offers', 'unanswered');
    const application = await client.student();
    await client.put(application);
    const done = await client.processed(application.id);
    expect(rig.upstream.of('offers')).toHaveLength(3);
    expect((await client.get('/metrics')).text).toContain(repeated);
    expect(stageOf(done, 'cricos-submission')).not.toHaveProperty('repeated');
    const listed = (await command('list', '--state', 'repeated')).text;
    expect(listed).toContain(`${application.id}  student  processed`);
    expect(listed).toContain('repeated cricos-submission');
    expect(listed).not.toContain(answered.id);
    const shown = JSON.parse((await command('show', application.id, '--by', 'Robin')).text);
    expect(stageOf(shown, 'cricos-submission')).toMatchObject({ state: 'completed', repeated: true });
    expect(shown.searchFor).toMatchObject({ email: STUDENT.email });
    expect((await command('journal', application.id)).text).toContain('Robin  show');
  });
});

describe('a call with an unknown outcome that the outside has', () => {
  test('is not sent again when the staff say so, and what comes after it continues', SLOW, async () => {
    const { client } = rig;
    rig.upstream.next('offers', 'unanswered');
    const application = await client.student();
    await client.put(application);
    await client.settled(application.id);
    const stage = 'cricos-submission';
    const unsure = await command('settle', application.id, '--stage', stage);
    expect(unsure).toMatchObject({ code: 1, text: expect.stringContaining('--accepted') });
    expect(await command('settle', application.id, '--stage', 'power-automate', '--accepted')).toMatchObject({
      code: 1,
    });
    const personal = await command('settle', application.id, '--stage', stage, '--accepted', '--reference', 'Mr Jones');
    expect(personal).toMatchObject({ code: 1, text: expect.stringContaining('A reference has') });
    const settled = await command('settle', application.id, '--stage', stage, '--accepted', '--reference', 'OFF-2291');
    expect(settled.text).toContain('The server continues after it');
    const done = await client.processed(application.id);
    expect(rig.upstream.offers.get(done.offerId ?? '')).toBe(1);
    expect(rig.upstream.of('studentWorkflow')).toHaveLength(1);
    const shown = JSON.parse((await command('show', application.id)).text);
    expect(stageOf(shown, stage)).toMatchObject({ state: 'completed', accepted: { reference: 'OFF-2291' } });
    expect(done.recordsReference).toBe('OFF-2291');
    expect((await command('list', '--all')).text).toContain('records OFF-2291');
    expect(await command('settle', application.id, '--stage', stage, '--accepted')).toMatchObject({ code: 1 });
  });

  test(
    'names what to search for in the records, notes who looked, and is settled without its stage',
    SLOW,
    async () => {
      const { client } = rig;
      rig.upstream.next('offers', 'unanswered');
      const application = await client.student();
      await client.put(application);
      const held = await client.settled(application.id);
      const shown = JSON.parse((await command('show', application.id, '--by', 'Robin')).text);
      expect(shown.searchFor).toMatchObject({
        name: expect.stringContaining(STUDENT.familyName),
        dateOfBirth: STUDENT.dateOfBirth,
        email: STUDENT.email,
        appliedAt: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
        offerId: held.offerId,
      });
      expect(stageOf(shown, 'cricos-submission')).toMatchObject({ because: 'No answer came' });
      expect((await command('journal', application.id)).text).toContain('Robin  show');
      expect((await command('settle', application.id, '--accepted')).code).toBe(0);
      await client.processed(application.id);
      expect(rig.upstream.of('offers')).toHaveLength(1);
      const after = await command('show', application.id);
      for (const value of [STUDENT.familyName, STUDENT.email]) expect(after.text).not.toContain(value);
    },
  );

  test('is not sent again when it has some of the documents: the others are', async () => {
    const client = await rig.restart({ UNKNOWN_OUTCOME: 'hold', FILE_WORKFLOW_MAX_BYTES: '4000' });
    rig.upstream.next('fileWorkflow', { status: 200 }, 'unanswered');
    const application = await client.student();
    await client.put(application);
    await client.settled(application.id);
    expect((await command('settle', application.id, '--stage', 'file-forwarding', '--accepted')).code).toBe(0);
    await client.processed(application.id);
    const { id } = application;
    const keys = rig.upstream.of('fileWorkflow').map(({ key }) => key);
    expect(keys).toEqual([id, `${id}-f2`, `${id}-f3`, `${id}-f4`]);
    const bodies = rig.upstream.of('fileWorkflow').map(({ body }) => JSON.parse(body));
    expect(
      new Set(bodies.flatMap(({ files }) => files.map(({ filename }: { filename: string }) => filename))).size,
    ).toBe(4);
  });

  test('counts with the documents that it had, though the limit of its calls has changed since', SLOW, async () => {
    const client = await rig.restart({ UNKNOWN_OUTCOME: 'hold', FILE_WORKFLOW_MAX_BYTES: '8000' });
    rig.upstream.next('fileWorkflow', 'unanswered');
    const application = await client.student();
    await client.put(application);
    await client.settled(application.id);
    const other = await rig.restart({ UNKNOWN_OUTCOME: 'hold', FILE_WORKFLOW_MAX_BYTES: '4000' });
    expect((await command('settle', application.id, '--stage', 'file-forwarding', '--accepted')).code).toBe(0);
    await other.processed(application.id);
    const sent = rig.upstream.of('fileWorkflow').map(({ body }) => JSON.parse(body).files);
    const names = sent.flatMap((files) => files.map(({ filename }: { filename: string }) => filename));
    expect(sent[0]).toHaveLength(2);
    expect([names.length, new Set(names).size]).toEqual([4, 4]);
  });
});

describe('figures', () => {
  test('tell of stages, outside calls, uploads and what is unfinished, and of no person', async () => {
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
