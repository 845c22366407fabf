import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ATTACKS, renderAttacks } from './support/attack-table.ts';
import { problemOf } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';
import { readyAgain } from './support/tolerant.ts';

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
  const { text: metrics } = await rig.client.get('/metrics');
  expect(metrics).not.toMatch(/status="5\d\d"/);
  // After the figures, which would tell of an answer that a slow disk made late.
  await readyAgain(rig.client.url);
});

test('the list in docs/develop/attacks.md is the one that is tested (else: node build/write-docs.ts)', () => {
  expect(readFileSync('docs/develop/attacks.md', 'utf8')).toContain(renderAttacks());
});
