import { afterEach, beforeEach, expect, test } from 'vitest';
import { problemOf, SHORT } from './support/client.ts';
import { openRig, type Rig } from './support/rig.ts';

let rig: Rig;
beforeEach(async () => {
  rig = await openRig();
});
afterEach(() => rig.close());

test('an application of another kind does not take the place of one that was rejected: ALREADY_SUBMITTED', async () => {
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
