import { removeOldest } from '../core/journal.ts';
import { type Answer, type Call, type Guard, readJson, type Service } from '../core/service.ts';
import { modelStateOf, PUBLISHED_OFFER } from './published-model.ts';
import { brokenRules } from './published-rules.ts';

/** `spec` keeps one record per OfferId; `published` follows the vendor's help pages. */
export type RecordsKind = 'spec' | 'published';

/** One record of the records API. */
export interface OfferRecord {
  readonly id: number;
  /** The caller's OfferId. The published API makes its own. */
  readonly offerId: string;
  /** The Idempotency-Key of the call that created it. */
  readonly idempotencyKey: string | null;
  /** The offer as last accepted. */
  offer: unknown;
  /** How many calls with different keys reached the record: 1, and 1 more for each correction. */
  revisions: number;
  /** In the published API: how many times this student has applied for the course, including this time. */
  readonly attempt?: number;
}

/** The offers on record. */
export class OfferBook {
  readonly #keep: number;
  readonly #records = new Map<string, OfferRecord>();
  readonly #attempts = new Map<string, number>();
  #count = 0;

  /** @param keep the number of records to keep */
  constructor(keep: number) {
    this.#keep = keep;
  }

  /** Creates the record, or updates the record with the same OfferId. */
  put(offerId: string, { body, idempotencyKey }: Call): OfferRecord {
    const known = this.#records.get(offerId);
    if (!known) return this.#add({ id: this.#nextId(), offerId, idempotencyKey, offer: body.value, revisions: 1 });
    known.offer = body.value;
    known.revisions += 1;
    return known;
  }

  /** Creates a record under a new id, even if the student and the course are already on record. */
  add({ body, idempotencyKey }: Call): OfferRecord {
    const id = this.#nextId();
    const attempt = this.attemptsOf(body.value) + 1;
    this.#attempts.set(studentAndCourse(body.value), attempt);
    return this.#add({ id, offerId: `DE${id}`, idempotencyKey, offer: body.value, revisions: 1, attempt });
  }

  /** How many records this student, identified by e-mail address and birth date, has for the same course. */
  attemptsOf(offer: unknown): number {
    return this.#attempts.get(studentAndCourse(offer)) ?? 0;
  }

  list(): OfferRecord[] {
    return [...this.#records.values()];
  }

  clear(): void {
    this.#records.clear();
    this.#attempts.clear();
    this.#count = 0;
  }

  #nextId(): number {
    this.#count += 1;
    return 70_000 + this.#count;
  }

  #add(record: OfferRecord): OfferRecord {
    this.#records.set(record.offerId, record);
    removeOldest(this.#records, this.#keep);
    return record;
  }
}

function studentAndCourse(offer: unknown): string {
  const { Email, DoB, AppliedCourses } = Object(offer) as Record<string, unknown>;
  const [course] = Array.isArray(AppliedCourses) ? AppliedCourses : [];
  return JSON.stringify([String(Email).trim().toLowerCase(), String(DoB).slice(0, 10), Object(course).CourseId]);
}

/** The differences between the two records APIs. */
interface OffersApi {
  readonly keyed: boolean;
  readonly valid: object;
  /** A refusal with that status, if the offer has a mistake. */
  readonly check: (status: number, offer: unknown) => Answer | undefined;
  readonly accept: (book: OfferBook, call: Call) => Answer;
  readonly itemList: (status: number, items: Record<string, string>) => Answer;
  /** Refusals that do not depend on the offer. */
  readonly refusedItems: Record<string, string>;
  readonly refusedModel: Record<string, string[]>;
}

/** Keeps one record per OfferId, regardless of the key. */
const SPEC: OffersApi = {
  keyed: true,
  valid: { IsSuccess: true, itemList: {}, ModelState: null, Message: '' },
  check: (status, offer) => {
    const missing = REQUIRED.filter(([path]) => !isText(valueAt(offer, path)));
    return missing.length > 0 ? SPEC.itemList(status, Object.fromEntries(missing)) : undefined;
  },
  accept: (book, call) => {
    const { OfferId } = call.body.value as { OfferId: string };
    return {
      status: 200,
      body: { IsSuccess: true, Id: book.put(OfferId, call).id, OfferId, Message: 'Offer created.' },
    };
  },
  itemList: (status, items) => ({
    status,
    body: { IsSuccess: false, itemList: items, ModelState: null, Message: 'Validation failed.' },
  }),
  refusedItems: { PassportNumber: 'Passport number is already used by another student.' },
  refusedModel: {
    'offer.ComplianceAndOtherInfo.PassportNumber': ['Passport number is not valid for the nationality given.'],
    'offer.Email': ['Email is not accepted.', 'Email domain does not exist.'],
  },
};

/** Makes its own id, ignores our OfferId and key, and creates a record for every accepted call. */
const PUBLISHED: OffersApi = {
  keyed: false,
  valid: { IsSuccess: true, itemList: {} },
  // The model is checked before the rules, so an answer has either paths or codes.
  check: (status, offer) => {
    const faults = modelStateOf(PUBLISHED_OFFER, offer);
    if (Object.keys(faults).length > 0) return modelState(faults);
    const broken = brokenRules(Object(offer));
    return Object.keys(broken).length > 0 ? PUBLISHED.itemList(status, broken) : undefined;
  },
  accept: (book, call) => ({ status: 200, body: { OfferId: book.add(call).offerId } }),
  itemList: (status, items) => ({ status, body: { IsSuccess: false, itemList: items } }),
  refusedItems: { 1187: 'The passport number is already used by another student.' },
  refusedModel: {
    'application.Addresses[1].Postcode': ['The Postcode field is not a valid postal code.'],
    'application.Email': ['The Email field is not a valid e-mail address.', 'The domain does not exist.'],
  },
};

const modelState = (faults: Record<string, string[]>): Answer => ({
  status: 400,
  body: { Message: 'The request is invalid.', ModelState: faults },
});

/** POST StudentOffers/Validate and StudentOffers. */
export function offerServices(base: string, guard: Guard, book: OfferBook, records: RecordsKind): Service[] {
  const api = records === 'published' ? PUBLISHED : SPEC;
  const rejections = (status: number) => ({
    'rejects-item-list': () => api.itemList(status, api.refusedItems),
    'rejects-model-state': () => modelState(api.refusedModel),
    'rejects-message': () => ({ status: 400, body: { Message: 'The course is closed for new offers.' } }),
  });
  const submit = (call: Call) => api.check(400, call.body.value) ?? api.accept(book, call);
  const refuseRepeat = (call: Call) => {
    const repeat = { 1188: 'The student has already applied for this course.' };
    const refusal = book.attemptsOf(call.body.value) > 0 ? api.itemList(400, repeat) : undefined;
    return api.check(400, call.body.value) ?? refusal ?? api.accept(book, call);
  };
  const shared = { method: 'POST', read: readJson, guard } as const;
  return [
    {
      ...shared,
      name: 'validate',
      path: `${base}/api/V1/StudentOffers/Validate`,
      // The status is 200 even if the offer has a mistake: the validation itself succeeded.
      answer: ({ body }) => api.check(200, body.value) ?? { status: 200, body: api.valid },
      scenarios: rejections(200),
    },
    {
      ...shared,
      name: 'offers',
      path: `${base}/api/V1/StudentOffers`,
      keyed: api.keyed,
      answer: submit,
      scenarios: { ...rejections(400), ...(records === 'published' && { 'refuses-repeats': refuseRepeat }) },
    },
  ];
}

/** The path of each text that the specified API requires in an offer, and its message if it is missing. */
const REQUIRED: readonly (readonly [path: string, message: string])[] = [
  ['OfferId', 'OfferId is required.'],
  ['FirstName', 'First name is required.'],
  ['LastName', 'Last name is required.'],
  ['Email', 'Email is required.'],
  ['DoB', 'Date of birth is required.'],
  ['ComplianceAndOtherInfo.CountryBirth', 'Country of birth is required.'],
  ['ComplianceAndOtherInfo.Nationality', 'Nationality is required.'],
  ['ComplianceAndOtherInfo.PassportNumber', 'Passport number is required.'],
  ['AppliedCourses.0.CourseId', 'A course is required.'],
  ['AppliedCourses.0.IntakeDate', 'An intake date is required.'],
];

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== '';

const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inside, key) => (Object(inside) as Record<string, unknown>)[key], value);
