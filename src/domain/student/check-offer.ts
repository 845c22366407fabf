import { checkShape } from '../payload/shape.ts';
import { shapeOf } from '../payload/template.ts';
import type { StageIssue } from '../submission/submission.ts';
import { OFFER_CHECKS } from './offer-checks.ts';
import { fieldOfOfferKey } from './offer-keys.ts';
import { OFFER } from './to-offer.ts';

const OFFER_SHAPE = shapeOf(OFFER);

/**
 * What is wrong with a mapped offer: the seven checks, then every key that is absent or of another type than the
 * payload's description says. Empty when the offer may go out; 'Form validation failed' lists the rest.
 */
export function checkOffer(offer: unknown): readonly StageIssue[] {
  const missing = Object.entries(OFFER_CHECKS).filter(([path]) => isEmpty(valueAt(offer, path)));
  const issues = missing.map(([path, message]) => issue(path, message));
  const malformed = checkShape(OFFER_SHAPE, offer)
    .map(({ path }) => path)
    .filter((path) => !missing.some(([known]) => known === path));
  return [...issues, ...malformed.map((path) => issue(path, `${path || 'Offer'} is not as the records API needs it`))];
}

function issue(path: string, message: string): StageIssue {
  return { field: fieldOfOfferKey(path) ?? path, message, technical: path };
}

function valueAt(payload: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => {
    return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  }, payload);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}
