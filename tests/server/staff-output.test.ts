import { afterEach, beforeEach, expect, test } from 'vitest';
import { openRig, type Rig } from './support/rig.ts';
import { staffCommand } from './support/staff-command.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await openRig();
});
afterEach(() => rig.close());

const command = (...words: readonly string[]) => staffCommand({ ...rig.upstream.env, DATA_DIR: rig.dataDir }, words);

/** What a terminal acts on: control characters but line feeds, and what turns the direction of text. */
const ACTING = /[^\P{C}\n]|[\u2028\u2029]/u;

test('a name with a line break and an escape forges no entry of the journal', async () => {
  const by = '\u001b[31mroot\n2026-01-01T00:00:00.000Z  admin  erase\u202e';
  expect(await command('find', '--by', by, 'a0c5c4f2-7a35-4a0e-9f4c-6f2b8f0c1d11')).toMatchObject({ code: 0 });
  const { out } = await command('journal');
  expect(out).toContain('  \\u001b[31mroot\\u000a2026-01-01T00:00:00.000Z  admin  erase\\u202e  find  ');
  expect(out.trim().split('\n')).toEqual([expect.stringContaining('  find  '), '1 entries']);
  expect(out).not.toMatch(ACTING);
});

test('what an outside service answers does not act on the terminal', async () => {
  rig.upstream.next('offers', { status: 400, body: { Message: 'No \u009b31m seat \u202e left here \u001b[2J' } });
  const application = await rig.client.student();
  await rig.client.put(application);
  await rig.client.settled(application.id);
  const { out } = await command('show', application.id);
  expect(out).toContain('No \\u009b31m seat \\u202e left here \\u001b[2J');
  expect(out).not.toMatch(ACTING);
  expect(JSON.stringify(JSON.parse(out))).toContain('\u009b31m seat \u202e left here');
});
