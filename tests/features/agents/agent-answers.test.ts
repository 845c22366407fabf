import { expect, test } from 'vitest';
import { createStore } from '#app/store.ts';
import { agentAnswers } from '#features/agents/agent-answers.ts';
import { agentsApi } from '#features/agents/agents-api.ts';

const listed = (name: string, country: string, emails: readonly string[]) => ({
  ...{ name, country, emails: [...emails] },
  ...{ contact: '', address: '', phones: [], websites: [] },
});
const ITEMS = [
  listed('Harbour Bridge', 'Nepal', ['nepal@harbour.example', 'second@harbour.example']),
  listed('Harbour Bridge', 'China', ['china@harbour.example']),
  listed('Lotus', 'Vietnam', ['lotus at mail']),
  listed('Đức & Co', 'Vietnam', []),
];

async function filledFor(selected: unknown) {
  const store = createStore();
  const list = { items: ITEMS, source: 'live', updatedAt: '2026-11-27T00:00:00.000Z', total: ITEMS.length } as const;
  await store.dispatch(agentsApi.util.upsertQueryData('agentList', undefined, list));
  return agentAnswers(selected, store.getState());
}

test.each([
  ['its first address', 'Harbour Bridge|Nepal', { agentName: 'Harbour Bridge', agentEmail: 'nepal@harbour.example' }],
  ['that of its country', 'Harbour Bridge|China', { agentName: 'Harbour Bridge', agentEmail: 'china@harbour.example' }],
  ['no address that the form refuses', 'Lotus|Vietnam', { agentName: 'Lotus', agentEmail: '' }],
  ['no name that the form refuses', 'Đức & Co|Vietnam', { agentName: '', agentEmail: '' }],
  ['nothing without a selection', '', {}],
  ['nothing for another kind of answer', true, {}],
])('an agent that was chosen fills in %s', async (_what, selected, filled) => {
  expect(await filledFor(selected)).toEqual(filled);
});
