import * as v from 'valibot';
import { CallFailure } from '../ports/call-failure.ts';
import type { OfferOutcome } from '../ports/records.ts';
import type { Exchanged } from './exchange.ts';
import { isSuccess, unreadable } from './outbound.ts';
import type { Redact } from './redact.ts';

/** More than a form has fields. */
const MOST_ISSUES = 200;
const ACCEPTED = { accepted: true } as const satisfies OfferOutcome;

const isMessage = (said: unknown): said is string => typeof said === 'string' && said !== '';

/** A map of keys to a message or a list of messages; anything else in it is skipped. */
const Issues = v.fallback(
  v.pipe(
    v.record(v.string(), v.unknown()),
    v.transform((map) =>
      Object.entries(map).flatMap(([technical, said]) =>
        [said]
          .flat()
          .filter(isMessage)
          .map((message) => ({ technical, message })),
      ),
    ),
  ),
  [],
);

/** The records API's messages about an offer: by code, by field, and a general one (R10.2). */
const OfferAnswer = v.pipe(
  v.string(),
  v.parseJson(),
  v.check((value) => !Array.isArray(value)),
  v.object({
    IsSuccess: v.optional(v.unknown()),
    itemList: Issues,
    ModelState: Issues,
    Message: v.fallback(v.string(), ''),
  }),
);

/** An id, not a word such as "Success": it has a digit. */
const Id = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.integer(), v.minValue(1))]),
  v.transform(String),
  v.regex(/^(?=.*\d)[\w.:/-]{1,100}$/),
);

/** The records API's own id in a successful answer: `OfferId`, `Id` or a bare value (R10.3); undefined without one. */
function referenceIn(text: string): string | undefined {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), text);
  const value = json.success ? json.output : undefined;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const given = isObject ? [Reflect.get(value, 'OfferId'), Reflect.get(value, 'Id')] : [value];
  return given.flatMap((id) => {
    const { success, output } = v.safeParse(Id, id);
    return success ? [output] : [];
  })[0];
}

/** Throws CallFailure `unreadable` if the answer to a validation has neither a success nor a reason. */
export function readValidation(answer: Exchanged, redact: Redact): OfferOutcome {
  const { success, output } = v.safeParse(OfferAnswer, answer.text);
  if (!answer.whole || !success) throw unreadable(answer.status);
  const rejection = rejectionIn(output, redact);
  if (isSuccess(answer.status) && output.IsSuccess === true) return ACCEPTED;
  const isExplained = rejection.issues.length > 0 || output.IsSuccess === false;
  if (isSuccess(answer.status) && !isExplained) throw unreadable(answer.status);
  return rejection;
}

/** Success is HTTP ok without `IsSuccess: false` (R10.3). After an incomplete answer the outcome is unknown. */
export function readSubmission(answer: Exchanged, redact: Redact): OfferOutcome {
  if (!answer.whole) throw new CallFailure('unanswered', 'The answer broke off', { status: answer.status });
  const { success, output } = v.safeParse(OfferAnswer, answer.text);
  if (isSuccess(answer.status) && !(success && output.IsSuccess === false)) {
    const reference = referenceIn(answer.text);
    return reference === undefined ? ACCEPTED : { ...ACCEPTED, reference };
  }
  return success ? rejectionIn(output, redact) : { accepted: false, issues: [], listed: false };
}

function rejectionIn({ itemList, ModelState, Message }: v.InferOutput<typeof OfferAnswer>, redact: Redact) {
  const listed = [...itemList, ...ModelState];
  const issues = listed.length === 0 && Message !== '' ? [{ technical: 'Message', message: Message }] : listed;
  return {
    accepted: false as const,
    listed: listed.length > 0,
    issues: issues
      .slice(0, MOST_ISSUES)
      .map(({ technical, message }) => ({ technical: redact(technical), message: redact(message) })),
  };
}
