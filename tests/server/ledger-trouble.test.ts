import { afterEach, expect, test } from 'vitest';
import type { Wrap } from '#server/outside.ts';
import type { Ledger, StageOutput } from '#server/ports/ledger.ts';
import { problemOf } from './support/client.ts';
import { type Fault, withFaults } from './support/faults.ts';
import { openRig, type Rig } from './support/rig.ts';

let rig: Rig;
afterEach(() => rig.close());

/** A server whose ledger refuses the first so many of these writes, as on a full disk. */
async function openWith(call: 'ledger.create' | 'ledger.save', times: number): Promise<void> {
  let left = times;
  const fault: Fault = (point, of) => {
    if (point !== 'before-ledger-write' || of !== call || left === 0) return;
    left -= 1;
    throw new Error('database or disk is full');
  };
  const wrap: Wrap = (name, port) => withFaults(name, port, fault);
  rig = await openRig({ wrap });
}

test('an application that the ledger cannot take is not acknowledged, and nothing of it is sent', async () => {
  await openWith('ledger.create', 1);
  const application = await rig.client.student();
  expect(problemOf(await rig.client.put(application))).toMatchObject({
    status: 503,
    code: 'UNAVAILABLE',
    detail: 'This could not be stored at the moment. It can be sent again: nothing is taken twice.',
  });
  expect((await rig.client.get(`/api/submissions/${application.id}`)).status).toBe(404);
  expect(rig.upstream.of('validate')).toEqual([]);
  expect((await rig.client.put(application)).status).toBe(202);
  await rig.client.processed(application.id);
});

test('work that the ledger cannot note for a while continues automatically, under the same key', async () => {
  await openWith('ledger.save', 2);
  const application = await rig.client.student();
  expect((await rig.client.put(application)).status).toBe(202);
  const done = await rig.client.processed(application.id);
  expect([...rig.upstream.offers]).toEqual([[done.offerId, 1]]);
  expect(rig.upstream.of('offers').map(({ key }) => key)).toEqual([application.id]);
});

/** Gets what is saved together with a record; throws in place of the ledger. */
const savingWith = (beforeSave: (outputs: readonly StageOutput[]) => void): Wrap => {
  return (name, port) => {
    if (name !== 'ledger') return port;
    const ledger: Ledger = port as never;
    const save: Ledger['save'] = async (record, attached) => {
      beforeSave(attached?.outputs ?? []);
      return ledger.save(record, attached);
    };
    return Object.assign(Object.create(ledger), ledger, { save });
  };
};

// Found by the simulation (seed 3279).
test('a confirmed call with documents that the ledger cannot note at once is not made again, and the others follow', async () => {
  let isRefused = false;
  const wrap = savingWith((outputs) => {
    if (isRefused || !outputs.some(({ stage }) => stage === 'file-forwarding')) return;
    isRefused = true;
    throw new Error('database or disk is full');
  });
  rig = await openRig({ wrap, env: { UNKNOWN_OUTCOME: 'hold', FILE_WORKFLOW_MAX_BYTES: '4000' } });
  const application = await rig.client.student();
  await rig.client.put(application);
  await rig.client.processed(application.id);
  expect(isRefused).toBe(true);
  const { id } = application;
  expect(rig.upstream.of('fileWorkflow').map(({ key }) => key)).toEqual([id, `${id}-f2`, `${id}-f3`, `${id}-f4`]);
});
