import { readJson } from '../core/read-body.ts';
import type { Answer, Call, Service } from '../core/types.ts';
import { checkOffer } from './check-offer.ts';

/** One record of the records API. */
export interface OfferRecord {
  readonly id: number;
  /** The caller's OfferId; in the published API one of its own. */
  readonly offerId: string;
  /** The Idempotency-Key of the call that made it. */
  readonly idempotencyKey: string | null;
  /** The offer as last accepted. */
  offer: unknown;
  /** How many calls with a key of their own reached the record: 1, and 1 more for each correction. */
  revisions: number;
  /** In the published API: how many times this student has applied for the course, this time included. */
  readonly attempt?: number;
}

/**
 * The offers on record: with `put` one per OfferId, however often and under whatever key it is sent; with `add` one per
 * call, as the published API keeps them.
 */
export class OfferBook {
  readonly #keep: number;
  #records = new Map<string, OfferRecord>();
  #attempts = new Map<string, number>();
  #count = 0;

  constructor(keep: number) {
    this.#keep = keep;
  }

  /** Makes the record, or brings an existing one of the same OfferId up to date. */
  put(offerId: string, offer: unknown, idempotencyKey: string | null): OfferRecord {
    const known = this.#records.get(offerId);
    if (known) {
      known.offer = offer;
      known.revisions += 1;
      return known;
    }
    return this.#keepRecord({ id: this.#nextId(), offerId, idempotencyKey, offer, revisions: 1 });
  }

  /** Makes a record under an id of its own, also for a student and a course that are on record. */
  add(offer: unknown, idempotencyKey: string | null): OfferRecord {
    const id = this.#nextId();
    const attempt = this.attemptsOf(offer) + 1;
    this.#attempts.set(studentAndCourse(offer), attempt);
    return this.#keepRecord({ id, offerId: `DE${id}`, idempotencyKey, offer, revisions: 1, attempt });
  }

  /** How many records there are of this student, known by e-mail address and birth date, for the same course. */
  attemptsOf(offer: unknown): number {
    return this.#attempts.get(studentAndCourse(offer)) ?? 0;
  }

  #nextId(): number {
    this.#count += 1;
    return 70_000 + this.#count;
  }

  #keepRecord(record: OfferRecord): OfferRecord {
    this.#records.set(record.offerId, record);
    const [oldest] = this.#records.keys();
    if (this.#records.size > this.#keep && oldest !== undefined) this.#records.delete(oldest);
    return record;
  }

  list(): OfferRecord[] {
    return [...this.#records.values()];
  }

  clear(): void {
    this.#records.clear();
    this.#attempts.clear();
    this.#count = 0;
  }
}

function studentAndCourse(offer: unknown): string {
  const { Email, DoB, AppliedCourses } = Object(offer) as Record<string, unknown>;
  const [course] = Array.isArray(AppliedCourses) ? AppliedCourses : [];
  return JSON.stringify([String(Email).trim().toLowerCase(), String(DoB).slice(0, 10), Object(course).CourseId]);
}

const USED = { PassportNumber: 'Passport number is already used by another student.' };

const REJECTIONS = {
  'rejects-item-list': () => itemList(400, USED),
  'rejects-model-state': () => ({
    status: 400,
    body: {
      Message: 'The request is invalid.',
      ModelState: {
        'offer.ComplianceAndOtherInfo.PassportNumber': ['Passport number is not valid for the nationality given.'],
        'offer.Email': ['Email is not accepted.', 'Email domain does not exist.'],
      },
    },
  }),
  'rejects-message': () => ({ status: 400, body: { Message: 'The course is closed for new offers.' } }),
} satisfies Record<string, () => Answer>;

/** POST StudentOffers/Validate and StudentOffers. */
export function offerServices(base: string, guard: (call: Call) => Answer | undefined, book: OfferBook): Service[] {
  const shared = { method: 'POST', pace: 'write', read: readJson, guard, scenarios: REJECTIONS } as const;
  return [
    {
      ...shared,
      name: 'validate',
      path: `${base}/api/V1/StudentOffers/Validate`,
      answer: ({ body }) => problemsOf(200, body.value) ?? VALID,
      // Validating went well, so the status is 200: what was found stands in the body.
      scenarios: { ...REJECTIONS, 'rejects-item-list': () => itemList(200, USED) },
    },
    {
      ...shared,
      name: 'offers',
      path: `${base}/api/V1/StudentOffers`,
      keyed: true,
      answer: (call) => problemsOf(400, call.body.value) ?? accept(book, call),
    },
  ];
}

const VALID: Answer = { status: 200, body: { IsSuccess: true, itemList: {}, ModelState: null, Message: '' } };

function problemsOf(status: number, offer: unknown): Answer | undefined {
  const problems = checkOffer(offer);
  return Object.keys(problems).length > 0 ? itemList(status, problems) : undefined;
}

function itemList(status: number, items: Record<string, string>): Answer {
  return { status, body: { IsSuccess: false, itemList: items, ModelState: null, Message: 'Validation failed.' } };
}

function accept(book: OfferBook, { body, headers }: Call): Answer {
  const { OfferId } = body.value as { OfferId: string };
  const key = headers['idempotency-key'];
  const record = book.put(OfferId, body.value, typeof key === 'string' ? key : null);
  return { status: 200, body: { IsSuccess: true, Id: record.id, OfferId, Message: 'Offer created.' } };
}
