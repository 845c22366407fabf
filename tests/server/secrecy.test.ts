import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startProduct } from '#tests/support/product.ts';
import { Client, STUDENT } from './support/client.ts';
import { startUpstream } from './support/upstream.ts';

/** Planted in every variable that holds a secret and in every answer that says who somebody is. */
const SECRET = 'planted5ecret';
const PERSON = {
  firstName: 'Plantedgiven',
  familyName: 'Plantedfamily',
  email: 'planted.person@example.com',
  passportNumber: 'PLANTED77',
};
const FILE_NAME = 'planted-file-name.pdf';

async function textsBelow(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.(?:br|gz|png)$/.test(entry.name));
  return Promise.all(files.map((entry) => readFile(path.join(entry.parentPath, entry.name), 'utf8')));
}

function expectNone(where: string, text: string, planted: readonly string[]): void {
  for (const value of planted) expect(text.includes(value), `${value} in ${where}`).toBe(false);
}

test('planted secrets and personal data are in no log at level trace, no figure, no error, no answer of others and no bundle', async () => {
  const upstream = await startUpstream();
  const plantedUrls = Object.fromEntries(
    Object.entries(upstream.env).map(([name, value]) => [
      name,
      name.endsWith('_URL') && name !== 'CRICOS_BASE_URL' ? `${value}&key=${SECRET}-${name}` : value,
    ]),
  );
  const env = { ...plantedUrls, CRICOS_PASSWORD: `${SECRET}-password`, CRICOS_USERNAME: `${SECRET}-account` };
  try {
    await using product = await startProduct({
      env: { ...env, LOG_LEVEL: 'trace', STAFF_PASSWORD_HASH: `${SECRET}-hash`, DEV_TOOLS: '1' },
    });
    const client = new Client(product.url);
    // The outside says everything that it knows of us and of the person, as errors.
    const tellTale = { message: [...Object.values(env), ...Object.values(PERSON)].join(' ') };
    upstream.next('studentWorkflow', { status: 400, body: tellTale });
    upstream.next('fileWorkflow', { status: 500, body: tellTale }, 'cut');
    upstream.always('agentList', { status: 500, body: tellTale });
    const application = await client.student('direct', PERSON);
    const named = await client.upload(application.id, 'cv', undefined, FILE_NAME);
    const whole = { ...application, body: { ...application.body, documents: [...application.body.documents, named] } };
    await client.put(whole);
    const failed = JSON.stringify(await client.settled(application.id));
    await client.put(whole);
    const done = JSON.stringify(await client.processed(application.id));
    const errors = await Promise.all([
      client.send('PUT', application.path, JSON.stringify(PERSON), { 'content-type': 'application/json' }),
      client.send('PUT', application.path, `{"${PERSON.email}`, { 'content-type': 'application/json' }),
      client.get(`/api/${PERSON.familyName}?email=${PERSON.email}`),
      client.get('/api/agent-list?refresh=true'),
      client.get('/api/config'),
      client.get('/api/dev/configuration'),
    ]);
    const figures = (await client.get('/metrics')).text;
    await product.stop();
    const secrets = [SECRET, ...upstream.secrets];
    const personal = [...Object.values(PERSON), FILE_NAME, STUDENT.dateOfBirth];
    expectNone('the log', product.log(), [...secrets, ...personal]);
    expectNone('the figures', figures, [...secrets, ...personal, application.id]);
    for (const { text } of errors) expectNone('an error', text, [...secrets, ...personal]);
    // Only who knows the id reads the outside's reasons, and these without secrets.
    expectNone('the submission', failed + done, secrets);
    const bundle = await textsBelow('dist').catch(() => []);
    for (const name of Object.keys(env)) {
      expectNone('the bundle', bundle.join('\n'), [`process.env.${name}`, ...secrets]);
    }
  } finally {
    await upstream.close();
  }
});
