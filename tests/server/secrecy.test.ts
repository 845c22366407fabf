import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agencyForm } from '#domain/agency/form.ts';
import { shortForm } from '#domain/short/form.ts';
import { studentForm } from '#domain/student/form.ts';
import { MAXIMAL, SHORT_MAXIMAL } from '#tests/domain/support/applications.ts';
import { makePdf } from '#tests/support/pdf.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { SLOW } from '#tests/support/slow.ts';
import { COMPILE_CACHE } from '#tests/support/start-flags.ts';
import { type Application, agency, Client, SHORT, STUDENT } from './support/client.ts';
import { personalOf, planted } from './support/planted.ts';
import { startUpstream, type Upstream } from './support/upstream.ts';

/** Planted in every variable that holds a secret; what it is in a bundle is in bundle-secrecy.test.ts. */
const SECRET = 'planted5ecret';
const ANSWERS = {
  student: planted(studentForm, { ...MAXIMAL, ...STUDENT }),
  short: planted(shortForm, { ...SHORT_MAXIMAL, ...SHORT }),
  agency: planted(agencyForm, { ...agency() }),
};
const FILE_NAME = 'planted file name.pdf';
const PERSONAL = [
  ...personalOf(studentForm, ANSWERS.student),
  ...personalOf(shortForm, ANSWERS.short),
  ...personalOf(agencyForm, ANSWERS.agency),
  FILE_NAME,
  'planted content',
];
const JSON_TYPE = { 'content-type': 'application/json' };

let upstream: Upstream;
let product: Product;
let client: Client;
let env: Readonly<Record<string, string>>;
let secrets: readonly string[];
let applications: readonly Application[];
let submissions: readonly string[];
let errors: readonly string[];

beforeAll(async () => {
  upstream = await startUpstream();
  const plantedUrls = Object.entries(upstream.env).map(([name, value]) => [
    name,
    name.endsWith('_URL') && name !== 'CRICOS_BASE_URL' ? `${value}&key=${SECRET}-${name}` : value,
  ]);
  const account = { CRICOS_PASSWORD: `${SECRET}-password`, CRICOS_USERNAME: `${SECRET}-account` };
  env = { ...Object.fromEntries(plantedUrls), ...account };
  secrets = [SECRET, ...upstream.secrets];
  // The lowest level writes what every other one does, and more.
  product = await startProduct({
    env: { ...env, LOG_LEVEL: 'trace', DEV_TOOLS: '1', UNKNOWN_OUTCOME: 'hold' },
  });
  client = new Client(product.url);
  tellTales();
  applications = await Promise.all([
    applicationOf('student-applications', { variant: 'direct', values: ANSWERS.student }, [
      'year12Evidence',
      'passport',
      'englishTest',
      'academicQualifications',
    ]),
    applicationOf('short-applications', { values: ANSWERS.short }, ['photo-id']),
    applicationOf('agent-applications', { values: ANSWERS.agency }, ['agent-introduction']),
  ]);
  submissions = await Promise.all(applications.map(throughFailures));
  errors = await provokedErrors();
});
afterAll(async () => {
  await product[Symbol.asyncDispose]();
  await upstream.close();
});

/** The outside says everything that it knows of us and of the person, in every way that it has. */
function tellTales(): void {
  const message = [...Object.values(env), ...PERSONAL].join(' ');
  const body = {
    message,
    Message: message,
    IsSuccess: false,
    itemList: { E1: message },
    ModelState: { 'a.b': [message] },
  };
  upstream.next('token', { status: 500, body });
  upstream.next('validate', { status: 400, body });
  upstream.next('offers', { status: 400, body }, { status: 503, body });
  upstream.next('studentWorkflow', { status: 400, body });
  upstream.next('fileWorkflow', { status: 503, body }, 'cut');
  upstream.next('studentFlow', { status: 400, body: message }, 'garbage');
  upstream.next('agentFlow', { status: 422, body });
  upstream.always('agentList', { status: 500, body });
  upstream.always('intakes', { status: 500, body });
  upstream.always('classification', { status: 500, body });
}

async function applicationOf(path: string, body: object, slots: readonly string[]): Promise<Application> {
  const id = crypto.randomUUID();
  const documents = await Promise.all(
    slots.map((slot) => client.upload(id, slot, makePdf({ mark: `planted content ${slot}` }), FILE_NAME)),
  );
  return { id, path: `/api/${path}/${id}`, body: { values: {}, ...body, documents } };
}

/** Sends an application again after each failure, until it is processed; every state that it was in. */
async function throughFailures(application: Application): Promise<string> {
  const states: string[] = [];
  for (let tries = 0; tries < 10; tries += 1) {
    await client.put(application);
    const state = await client.settled(application.id);
    states.push(JSON.stringify(state));
    if (state.status === 'processed') return states.join('\n');
  }
  throw new Error(`never processed: ${states.at(-1)}`);
}

/** Answers to requests that are wrong in every way, each full of what must not come back. */
async function provokedErrors(): Promise<readonly string[]> {
  const [student] = applications;
  if (student === undefined) throw new Error('no application');
  const person = PERSONAL.join(' ');
  const put = (values: object) =>
    client.put({
      path: `/api/student-applications/${crypto.randomUUID()}`,
      body: { variant: 'direct', values, documents: [] },
    });
  const answers = await Promise.all([
    client.send('PUT', student.path, JSON.stringify(ANSWERS.student), JSON_TYPE),
    client.send('PUT', student.path, `{"${person}`, JSON_TYPE),
    client.send('PUT', student.path, JSON.stringify({ ...student.body, [person]: person }), JSON_TYPE),
    client.put({ ...student, body: { ...student.body, values: { ...ANSWERS.student, firstName: 'Other' } } }),
    put({ ...ANSWERS.student, email: person, gender: person, dateOfBirth: person }),
    put(ANSWERS.student),
    client.send('PUT', student.path, person.repeat(300), JSON_TYPE),
    client.createUpload({ draftId: student.id, slot: FILE_NAME, name: FILE_NAME, size: 5 }),
    client.upload(student.id, 'cv', Buffer.from('planted content'), FILE_NAME).then(
      () => ({ text: '' }),
      (error) => ({ text: String(error) }),
    ),
    client.get(`/api/${encodeURIComponent(person.slice(0, 2000))}?email=${encodeURIComponent(person.slice(0, 2000))}`),
    client.get('/api/agent-list?refresh=true'),
    client.get('/api/intakes'),
    client.get('/api/classifications'),
    client.get('/api/config'),
    client.get('/api/dev/configuration'),
    client.send('POST', '/api/dev/cricos/token', '{}', JSON_TYPE),
    client.get('/api/submissions/00000000-0000-4000-8000-000000000000'),
  ]);
  return answers.map(({ text }) => text);
}

function expectNone(where: string, text: string, wanted: readonly string[]): void {
  for (const value of wanted) expect(text.includes(value), `${value} in ${where}`).toBe(false);
}

describe('planted secrets and planted answers, in every field of every form', () => {
  test('were really there: the outside was sent the answers, and has told them back', () => {
    const sent = upstream.calls.map(({ body }) => body).join('\n');
    for (const value of ['Planted passportNumber', 'Planted agencyName', 'planted.email@example.com']) {
      expect(sent).toContain(value);
    }
    expect(submissions.join('\n')).toContain('Planted familyName');
    expect(PERSONAL.length).toBeGreaterThan(50);
    expect(product.log()).toContain(applications[0]?.id.slice(0, 8));
  });

  test('are in no error and no list', () => {
    for (const text of errors) expectNone(text.slice(0, 80), text, [...secrets, ...PERSONAL]);
  });

  test('are in no figure, which knows no submission either', async () => {
    const { text } = await client.get('/metrics');
    expectNone('the figures', text, [...secrets, ...PERSONAL, ...applications.map(({ id }) => id)]);
  });

  test('are not shown to the staff, who see how far a submission is', SLOW, async () => {
    const run = promisify(execFile);
    const office = { PATH: process.env.PATH, ...COMPILE_CACHE, ...env, DATA_DIR: product.dataDir };
    for (const { id } of applications) {
      const { stdout } = await run(process.execPath, ['server/submissions.ts', 'show', id], { env: office });
      expect(stdout).toContain(id);
      expectNone('what the staff see', stdout, [...secrets, ...PERSONAL]);
    }
  });

  test('secrets are not in a submission: only who knows its id reads the outside’s reasons, and these without them', () => {
    for (const text of submissions) expectNone('a submission', text, secrets);
  });

  test('secrets are in no answer to a developer, who is shown what the outside says', async () => {
    const { text } = await client.get('/api/dev/cricos/intakes?campusid=1&year=2026');
    expect(text).toContain('[removed]');
    expectNone('an answer to a developer', text, secrets);
  });

  test('are in no line of the log, at its lowest level, to the end of the process', async () => {
    await product.stop();
    const log = product.log();
    expect(log).toContain('"ended"');
    expectNone('the log', log, [...secrets, ...PERSONAL]);
  });
});
