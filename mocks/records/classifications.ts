import { readNothing } from '../core/read-body.ts';
import type { Answer, Call, Service } from '../core/types.ts';
import { CODE_LISTS } from './code-lists.ts';
import { PUBLISHED_LISTS, visaStatuses } from './published/lists.ts';

type Rows = readonly (readonly [value: string, name: string])[];

/** The list of that name for these parameters; undefined where there is none. */
export type FindList = (name: string, query: Call['query']) => Rows | undefined;

const specList: FindList = (name) => (Object.hasOwn(CODE_LISTS, name) ? CODE_LISTS[name] : undefined);

/** The lists of the published API. */
export const publishedList: FindList = (name, { origin }) => {
  if (name === 'VisaStatuses') return visaStatuses(origin);
  return Object.hasOwn(PUBLISHED_LISTS, name) ? PUBLISHED_LISTS[name] : undefined;
};

/** GET Classification/{list}: each a list of Value and Name. */
export function classificationsService(
  base: string,
  guard: (call: Call) => Answer | undefined,
  findList: FindList = specList,
): Service {
  const path = `${base}/api/Classification/`;
  return {
    name: 'classifications',
    method: 'GET',
    path: new RegExp(`^${path}[A-Za-z]+$`),
    pace: 'read',
    read: readNothing,
    guard,
    answer: (call) => {
      const list = findList(call.path.slice(path.length), call.query);
      if (!list) return { status: 404, body: { Message: 'No such classification.' } };
      return { status: 200, body: list.map(([Value, Name]) => ({ Value, Name })) };
    },
    scenarios: { empty: () => ({ status: 200, body: [] }) },
  };
}
