import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#server/logger.ts';
import { startProduct } from '#tests/support/product.ts';
import { STUDENT_STAGES } from '#tests/support/student-stages.ts';
import { Client, STUDENT } from './support/client.ts';
import { startUpstream, type Upstream } from './support/upstream.ts';

let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

test('the log has one line a request and a stage, and neither secrets nor a person’s data', async () => {
  await using product = await startProduct({
    env: { ...upstream.env, LOG_LEVEL: 'trace', RECORDS_UNKNOWN_OUTCOME: 'resend' },
  });
  const client = new Client(product.url);
  const echo = { status: 500, body: upstream.secrets.join(' ') };
  upstream.next('offers', echo, 'unanswered', echo);
  upstream.always('agentList', 'refused');
  upstream.next('token', 'unanswered', { status: 503 });
  const application = await client.student();
  await client.put(application);
  await client.get('/api/agent-list');
  await client.put({ ...application, body: { ...application.body, values: { ...STUDENT, email: 'not an address' } } });
  await client.processed(application.id);
  await product.stop();
  const log = product.log();
  // Who has the whole id may read the application, and replace it.
  expect(log).not.toContain(application.id);
  expect(log).toContain(`"submission":"${application.id.slice(0, 8)}"`);
  for (const secret of [...upstream.secrets, 'service-account', 'token-']) expect(log).not.toContain(secret);
  for (const answer of [STUDENT.familyName, STUDENT.email, STUDENT.passportNumber, 'not an address', 'passport.pdf']) {
    expect(log).not.toContain(answer);
  }
  const lines = log.split('\n').filter((line) => line.startsWith('{'));
  const stages = lines.filter((line) => line.includes('"stage completed"')).map((line) => JSON.parse(line).stage);
  expect(stages).toEqual(STUDENT_STAGES);
  expect(lines.filter((line) => line.includes('"PUT"') && line.includes('/api/student-applications/:id'))).toHaveLength(
    2,
  );
});

test('an id is cut in a line of the log and in what an error says', () => {
  const lines: string[] = [];
  const log = createLog('info', (text) => text, { write: (line) => void lines.push(line) });
  const id = '1D0F7C0E-5f6c-4f7e-9d3b-2a1b3c4d5e6f';
  log.info({ submission: id, err: new Error(`no row for ${id}, nor for x${id}`) }, 'failed');
  expect(lines.join('')).not.toContain('5f6c');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    submission: '1D0F7C0E',
    err: { message: 'no row for 1D0F7C0E…, nor for x1D0F7C0E…' },
  });
});

test('what is thrown without being an Error is logged with what it says, cleaned like every other message', () => {
  const lines: string[] = [];
  const log = createLog('info', (text) => text.replaceAll('hunter2', '…'), { write: (line) => void lines.push(line) });
  log.error({ err: { status_code: 500, body: 'Timeout of "passport.pdf" for hunter2' } }, 'failed');
  log.error({ err: 'hunter2 was refused' }, 'failed');
  expect(lines.map((line) => JSON.parse(line).err)).toEqual([
    { type: 'object', message: 'Timeout of "…" for …', status: 500 },
    { type: 'string', message: '… was refused' },
  ]);
});

test.each([
  ['nothing at all', null, { type: 'object' }],
  ['an object without words', { status_code: 503 }, { type: 'object', status: 503 }],
  ['an empty text', '', { type: 'string' }],
  ['an error without words', new Error(''), { type: 'Error' }],
])('an error in the log always has a type and a message: %s', (_what, err, known) => {
  const lines: string[] = [];
  const log = createLog('info', (text) => text, { write: (line) => void lines.push(line) });
  log.error({ err }, 'failed');
  const logged = JSON.parse(lines[0] ?? '').err;
  expect(logged).toMatchObject(known);
  expect(logged.message).toMatch(/\w/);
});

test('a host whose addresses all refuse is logged with what each of them said', () => {
  const lines: string[] = [];
  const log = createLog('info', (text) => text, { write: (line) => void lines.push(line) });
  const refused = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:5432`));
  log.error({ err: Object.assign(new AggregateError(refused), { code: 'ECONNREFUSED' }) }, 'failed');
  const { type, message, code } = JSON.parse(lines[0] ?? '').err;
  expect([type, code]).toEqual(['AggregateError', 'ECONNREFUSED']);
  expect(message).toBe('connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432');
});
