import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from '#server/logger.ts';
import { created, failed } from '#server/submission/transitions.ts';
import { toSubmission } from '#server/submission/views.ts';

const NOW = new Date('2026-06-15T00:00:00.000Z');

/** What the log writes about an error. */
function logged(error: Error): string {
  const lines: string[] = [];
  const destination = new Writable({
    write: (line, _encoding, done) => {
      lines.push(String(line));
      done();
    },
  });
  createLog('info', (text) => text, destination).error({ err: error }, 'it failed');
  return lines.join('');
}

test('the applicant reads how far a stage is and why, and nothing of what only the staff may know', () => {
  const record = created({ id: '0f8fad5b-d9cb-469f-a165-70867728950e', kind: 'student', digest: 'd', now: NOW });
  const error = { code: 'UNKNOWN_OUTCOME', message: 'x' };
  const because = 'Answered with 504';
  const held = failed('cricos-submission', NOW, { error, unknown: true, held: true, because })(record);
  const shown = toSubmission(held);
  expect(shown.stages[2]).toEqual({ name: 'cricos-submission', state: 'error', error, finishedAt: NOW.toISOString() });
  expect(Object.keys(shown)).toEqual(['id', 'kind', 'status', 'stages', 'held']);
});

test.each([
  ['double quotes', 'no column "Wei Zhang" in answers'],
  ['single quotes', "Unexpected token 'Wei Zhang' in JSON"],
  ['backticks', 'near `Wei Zhang`: syntax error'],
  ['typographic quotes', 'cannot read “Wei Zhang”'],
])('what an error quotes in %s is not in the log: parsers and databases quote data', (_title, message) => {
  const line = logged(new Error(message));
  expect(line).not.toContain('Wei Zhang');
  expect(JSON.parse(line).err.message).toContain('"…"');
});

test('a message of several lines, with which a stack begins, is not in the log a second time', () => {
  const line = logged(new Error('the row is\n"Wei Zhang"\n"E1234567"'));
  for (const value of ['Wei Zhang', 'E1234567']) expect(line).not.toContain(value);
  expect(JSON.parse(line).err.stack[0]).toMatch(/^at /);
});
