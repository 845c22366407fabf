import { afterEach, beforeEach, expect, test } from 'vitest';
import { problemOf, SHORT } from './support/client.ts';
import { withFaults } from './support/faults.ts';
import { openRig, type Rig } from './support/rig.ts';

let rig: Rig;
/** What happens before a call of a port is made. */
let before: (call: string) => void | Promise<void>;
beforeEach(async () => {
  before = () => undefined;
  rig = await openRig({
    wrap: (name, port) => withFaults(name, port, (point, call) => (point === 'before-call' ? before(call) : undefined)),
  });
});
afterEach(() => rig.close());

test('an application of another kind does not replace one that was rejected: ALREADY_SUBMITTED', async () => {
  rig.upstream.next('validate', { status: 400, body: { ModelState: { 'offer.Email': ['Refused'] } } });
  const application = await rig.client.student();
  await rig.client.put(application);
  const rejected = await rig.client.settled(application.id);
  const path = `/api/short-applications/${application.id}`;
  const documents = [await rig.client.upload(application.id, 'photo-id')];
  const answer = await rig.client.put({ path, body: { values: SHORT, documents } });
  expect([answer.status, problemOf(answer).code]).toEqual([409, 'ALREADY_SUBMITTED']);
  expect(rig.upstream.of('studentFlow')).toEqual([]);
  expect(JSON.parse((await rig.client.get(`/api/submissions/${application.id}`)).text)).toEqual(rejected);
});

test('other answers are refused while an application is being sent: SUBMISSION_IN_PROGRESS, and the first are sent once', async () => {
  const onItsWay = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  before = (call) => {
    if (call !== 'workflow.sendForm') return;
    onItsWay.resolve();
    return goOn.promise;
  };
  const application = await rig.client.agency();
  await rig.client.put(application);
  await onItsWay.promise;
  const changed = { ...application.body, values: { ...application.body.values, agencyName: 'Other Partners' } };
  const answer = await rig.client.put({ ...application, body: changed });
  goOn.resolve();
  expect([answer.status, problemOf(answer).code]).toEqual([409, 'SUBMISSION_IN_PROGRESS']);
  await rig.client.processed(application.id);
  const sent = rig.upstream.of('agentFlow').map(({ key, body }) => [key, body.includes('Other Partners')]);
  expect(sent).toEqual([[application.id, false]]);
});
