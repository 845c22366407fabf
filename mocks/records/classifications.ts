import { type Call, type Guard, readNothing, type Service } from '../core/service.ts';
import { CODE_LISTS, type Rows } from './code-lists.ts';
import { PUBLISHED_LISTS, visaStatuses } from './published-lists.ts';

/** The list of that name for these parameters; undefined if there is none. */
type FindList = (name: string, query: Call['query']) => Rows | undefined;

const LISTS = {
  spec: (name) => (Object.hasOwn(CODE_LISTS, name) ? CODE_LISTS[name] : undefined),
  published: (name, { origin }) => {
    if (name === 'VisaStatuses') return visaStatuses(origin);
    return Object.hasOwn(PUBLISHED_LISTS, name) ? PUBLISHED_LISTS[name] : undefined;
  },
} satisfies Record<string, FindList>;

/** GET Classification/{list}: each a list of Value and Name. */
export function classificationsService(base: string, guard: Guard, records: keyof typeof LISTS): Service {
  const path = `${base}/api/Classification/`;
  return {
    name: 'classifications',
    method: 'GET',
    path: new RegExp(`^${path}[A-Za-z]+$`),
    read: readNothing,
    guard,
    answer: (call) => {
      const list = LISTS[records](call.path.slice(path.length), call.query);
      if (!list) return { status: 404, body: { Message: 'No such classification.' } };
      return { status: 200, body: list.map(([Value, Name]) => ({ Value, Name })) };
    },
    scenarios: { empty: () => ({ status: 200, body: [] }) },
  };
}
