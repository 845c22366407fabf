import { readNothing } from '../core/read-body.ts';
import type { Answer, Call, Service } from '../core/types.ts';
import { CODE_LISTS } from './code-lists.ts';

/** GET Classification/{list}: each a list of Value and Name. */
export function classificationsService(base: string, guard: (call: Call) => Answer | undefined): Service {
  const path = `${base}/api/Classification/`;
  return {
    name: 'classifications',
    method: 'GET',
    path: new RegExp(`^${path}[A-Za-z]+$`),
    pace: 'read',
    read: readNothing,
    guard,
    answer: (call) => {
      const name = call.path.slice(path.length);
      const list = Object.hasOwn(CODE_LISTS, name) ? CODE_LISTS[name] : undefined;
      if (!list) return { status: 404, body: { Message: 'No such classification.' } };
      return { status: 200, body: list.map(([Value, Name]) => ({ Value, Name })) };
    },
    scenarios: {
      empty: () => ({ status: 200, body: [] }),
      'odd-rows': () => ({
        status: 200,
        body: [null, 7, {}, { Value: '01' }, { Value: 'ZZ', Name: 'Only from here' }],
      }),
    },
  };
}
