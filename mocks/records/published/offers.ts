import { readJson } from '../../core/read-body.ts';
import type { Answer, Call, Service } from '../../core/types.ts';
import type { OfferBook } from '../offers.ts';
import { PUBLISHED_OFFER } from './model.ts';
import { modelStateOf } from './model-state.ts';
import { brokenRules } from './rules.ts';

/** Refusals that do not depend on the offer. */
const REJECTIONS = {
  'rejects-item-list': () => itemList(400, { 1187: 'The passport number is already used by another student.' }),
  'rejects-model-state': () =>
    modelState({
      'application.Addresses[1].Postcode': ['The Postcode field is not a valid postal code.'],
      'application.Email': ['The Email field is not a valid e-mail address.', 'The domain does not exist.'],
    }),
  'rejects-message': () => ({ status: 400, body: { Message: 'The course is closed for new offers.' } }),
} satisfies Record<string, () => Answer>;

/**
 * POST StudentOffers/Validate and StudentOffers of the published API: it makes the id, knows neither our OfferId nor a
 * key, and makes another record of every call that it accepts.
 */
export function publishedOfferServices(
  base: string,
  guard: (call: Call) => Answer | undefined,
  book: OfferBook,
): Service[] {
  const shared = { method: 'POST', pace: 'write', read: readJson, guard } as const;
  return [
    {
      ...shared,
      name: 'validate',
      path: `${base}/api/V1/StudentOffers/Validate`,
      answer: ({ body }) => refusalOf(200, body.value) ?? { status: 200, body: { IsSuccess: true, itemList: {} } },
      scenarios: { ...REJECTIONS, 'rejects-item-list': () => ({ ...REJECTIONS['rejects-item-list'](), status: 200 }) },
    },
    {
      ...shared,
      name: 'offers',
      path: `${base}/api/V1/StudentOffers`,
      answer: (call) => refusalOf(400, call.body.value) ?? accept(book, call),
      scenarios: {
        ...REJECTIONS,
        'refuses-repeats': (call) => refusalOf(400, call.body.value) ?? repeatRefusal(book, call) ?? accept(book, call),
      },
    },
  ];
}

/** The model is checked before the rules, so that one answer has paths or codes, not both. */
function refusalOf(status: number, offer: unknown): Answer | undefined {
  const faults = modelStateOf(PUBLISHED_OFFER, offer);
  if (Object.keys(faults).length > 0) return modelState(faults);
  const broken = brokenRules(Object(offer));
  return Object.keys(broken).length > 0 ? itemList(status, broken) : undefined;
}

const modelState = (faults: Record<string, string[]>): Answer => ({
  status: 400,
  body: { Message: 'The request is invalid.', ModelState: faults },
});

const itemList = (status: number, items: Record<string, string>): Answer => ({
  status,
  body: { IsSuccess: false, itemList: items },
});

function repeatRefusal(book: OfferBook, { body }: Call): Answer | undefined {
  const isKnown = book.attemptsOf(Object(body.value)) > 0;
  return isKnown ? itemList(400, { 1188: 'The student has already applied for this course.' }) : undefined;
}

function accept(book: OfferBook, { body, headers }: Call): Answer {
  const key = headers['idempotency-key'];
  const { offerId } = book.add(body.value, typeof key === 'string' ? key : null);
  return { status: 200, body: { OfferId: offerId } };
}
