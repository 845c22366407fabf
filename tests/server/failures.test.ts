import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Application, type Client, problemOf, stageOf, submissionOf } from './support/client.ts';
import { FAILURES, type FailureRow, renderFailures } from './support/failure-table.ts';
import { openRig, type Rig, stoppedClock } from './support/rig.ts';

type Records = FailureRow['records'];
let rigs: ReadonlyMap<Records, Rig>;
beforeAll(async () => {
  const open = async (records: Records) =>
    // An automatic retry must not be faster than the test of its row.
    [records, await openRig({ clock: stoppedClock(), env: { RECORDS_UNKNOWN_OUTCOME: records } })] as const;
  rigs = new Map(await Promise.all([open(undefined), open('resend')]));
});
afterAll(() => Promise.all([...rigs.values()].map((rig) => rig.close())));

const rigOf = ({ records }: FailureRow): Rig => {
  const rig = rigs.get(records);
  if (rig === undefined) throw new Error(`no server with ${records}`);
  return rig;
};

const make = (client: Client, kind: FailureRow['kind']): Promise<Application> =>
  kind === 'student' ? client.student() : kind === 'short' ? client.short() : client.agency();

const withChange = ({ path, body }: Application) => ({
  path,
  body: {
    ...body,
    values: { ...body.values, ...('agencyName' in body.values ? { agencyName: 'Other' } : { firstName: 'Other' }) },
  },
});

function meet({ upstream }: Rig, { route, trouble, next = trouble, times }: FailureRow): void {
  if (times === undefined) {
    upstream.next(route, trouble);
    upstream.always(route, next);
  } else upstream.next(route, ...Array.from({ length: times }, () => trouble));
}

const title = ({ kind, stage, records, outside }: FailureRow) =>
  `${kind} application, ${stage}${records === undefined ? '' : ` with ${records}`}: the outside ${outside}`;

describe.each(FAILURES.map((row) => [title(row), row] as const))('%s', (_title, row) => {
  test(row.sees === 'processed' ? 'the applicant sees nothing of it' : `ends in error with its words`, async () => {
    const rig = rigOf(row);
    const { client, upstream } = rig;
    const application = await make(client, row.kind);
    const before = upstream.of(row.route).length;
    meet(rig, row);
    expect((await client.put(application)).status).toBe(202);
    const settled = await client.settled(application.id);
    if (row.sees !== 'processed') {
      expect(settled.status).toBe('error');
      expect(stageOf(settled, row.stage)).toMatchObject({ state: 'error', error: row.sees });
      expect(settled.retryAt === undefined).toBe(row.continuesBy !== 'the server');
      await expectChangedPut(rig, application, row);
      upstream.always(row.route, undefined);
      if (row.continuesBy === 'the staff') {
        expect(settled.held).toBe(true);
        expect(submissionOf(await client.put(application))).toEqual(settled);
        expect(upstream.of(row.route).slice(before)).toHaveLength(row.calls);
        // The outside is well again: no row after this one finds it counted as down.
        const next = await make(client, row.kind);
        await client.put(next);
        await client.processed(next.id);
        return;
      }
      expect(settled.held).toBeUndefined();
      if (row.changed !== 'taken') expect((await client.put(application)).status).toBe(202);
    }
    const done = await client.processed(application.id);
    expect(done.stages.map(({ state }) => state)).toEqual(done.stages.map(() => 'completed'));
    const calls = upstream.of(row.route).slice(before);
    if (row.trouble !== 'silent') expect(calls).toHaveLength(row.calls);
    if (row.kind === 'student') expect(upstream.offers.has(done.offerId ?? '')).toBe(true);
  });
});

/** If another body is taken, it replaces the first; the first is not sent again. */
async function expectChangedPut({ client, upstream }: Rig, application: Application, { changed, route }: FailureRow) {
  if (changed === 'taken') upstream.always(route, undefined);
  const answer = await client.put(withChange(application));
  if (changed === 'taken') expect(submissionOf(answer).status).toBe('processing');
  else expect(problemOf(answer)).toMatchObject({ status: 409, code: changed });
}

test('the table in docs/develop/failures.md is the one that is tested (else: node build/write-docs.ts)', () => {
  expect(readFileSync('docs/develop/failures.md', 'utf8')).toContain(renderFailures());
});
