import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ATTACKS, renderAttacks } from './support/attack-table.ts';
import { type Answer, problemOf } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await openRig();
});
afterAll(() => rig.close());

/** What would tell of how we are built. */
const LEAKS = /node_modules|\.ts:\d|SQLITE|ledger\.sqlite|root:x:|at \w+ \(/;

describe.each(ATTACKS)('$family: $attack', ({ status, code, send }) => {
  test(`is answered with ${status} ${code}`, async () => {
    const answer = await send(rig.client);
    expect(answer.status).toBe(status);
    // A HEAD has no body to read.
    if (answer.text !== '') expect(problemOf(answer).code).toBe(code);
    expect(answer.text).not.toMatch(LEAKS);
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers.get('x-evil')).toBeNull();
  });
});

test('the server is well afterwards', async () => {
  expect((await rig.client.get('/readyz')).status).toBe(200);
  const { text: metrics } = await rig.client.get('/metrics');
  expect(metrics).not.toMatch(/status="5\d\d"/);
});

test('unknown ids are answered alike, whatever was tried', async () => {
  const known = await rig.client.short();
  await rig.client.put(known);
  await rig.client.processed(known.id);
  const near = known.id.slice(0, -1) + (known.id.endsWith('0') ? '1' : '0');
  const plain = ({ status, text, headers }: Answer) => {
    const { 'x-request-id': _id, date: _date, ...rest } = Object.fromEntries(headers);
    return { status, text, rest };
  };
  const answers = await Promise.all(
    [near, '00000000-0000-4000-8000-000000000000'].map((id) => rig.client.get(`/api/submissions/${id}`)),
  );
  const [first, second] = answers.map(plain);
  expect(first).toEqual(second);
});

test('the table in docs/attacks.md is the one that is tested', () => {
  expect(readFileSync('docs/attacks.md', 'utf8')).toContain(renderAttacks());
});
