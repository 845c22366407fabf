import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Application, type Client, problemOf, stageOf, submissionOf } from './support/client.ts';
import { FAILURES, type FailureRow, renderFailures } from './support/failure-table.ts';
import { openRig, type Rig, standingClock } from './support/rig.ts';

let rig: Rig;
beforeAll(async () => {
  // What goes on by itself is not to be faster than what a row says of it.
  rig = await openRig({ clock: standingClock() });
});
afterAll(() => rig.close());

const make = (client: Client, kind: FailureRow['kind']): Promise<Application> =>
  kind === 'student' ? client.student() : kind === 'short' ? client.short() : client.agency();

const withChange = ({ path, body }: Application) => ({
  path,
  body: {
    ...body,
    values: { ...body.values, ...('agencyName' in body.values ? { agencyName: 'Other' } : { firstName: 'Other' }) },
  },
});

function trouble({ route, trouble, times }: FailureRow): void {
  if (times === undefined) rig.upstream.always(route, trouble);
  else rig.upstream.next(route, ...Array.from({ length: times }, () => trouble));
}

describe.each(FAILURES)('$kind application, $stage: the outside $outside', (row) => {
  test(row.sees === 'processed' ? 'the applicant sees nothing of it' : `ends in error with its words`, async () => {
    const { client, upstream } = rig;
    const application = await make(client, row.kind);
    const before = upstream.of(row.route).length;
    trouble(row);
    expect((await client.put(application)).status).toBe(202);
    const settled = await client.settled(application.id);
    if (row.sees !== 'processed') {
      expect(settled.status).toBe('error');
      expect(stageOf(settled, row.stage)).toMatchObject({ state: 'error', error: row.sees });
      expect(settled.retryAt === undefined).toBe(row.goesOn === 'second PUT');
      await expectChangedPut(client, application, row);
      upstream.always(row.route, undefined);
      if (row.changed !== 'taken') expect((await client.put(application)).status).toBe(202);
    }
    const done = await client.processed(application.id);
    expect(done.stages.map(({ state }) => state)).toEqual(done.stages.map(() => 'completed'));
    const calls = upstream.of(row.route).slice(before);
    if (row.trouble !== 'silent') expect(calls).toHaveLength(row.calls);
    if (row.kind === 'student') expect(upstream.offers.has(done.offerId ?? '')).toBe(true);
  });
});

/** Where another body is taken it takes the place of the first; the first is not sent again. */
async function expectChangedPut(client: Client, application: Application, { changed, route }: FailureRow) {
  if (changed === 'taken') rig.upstream.always(route, undefined);
  const answer = await client.put(withChange(application));
  if (changed === 'taken') expect(submissionOf(answer).status).toBe('processing');
  else expect(problemOf(answer)).toMatchObject({ status: 409, code: changed });
}

test('the table in docs/failures.md is the one that is tested (else: node build/write-docs.ts)', () => {
  expect(readFileSync('docs/failures.md', 'utf8')).toContain(renderFailures());
});
