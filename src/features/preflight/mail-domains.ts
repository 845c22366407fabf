import { MAIL_DOMAINS, OTHER_DOMAINS } from './rules.ts';

const REAL = new Set([...MAIL_DOMAINS, ...OTHER_DOMAINS]);
/** Wrong endings of domains, with their corrections. */
const ENDINGS: readonly (readonly [wrong: RegExp, meant: string])[] = [
  [/\.(?:con|cmo|ocm|vom|xom|comm|cpm)$/, '.com'],
  [/\.(?:ent|nte|nett)$/, '.net'],
];

/** The domain that was probably meant; undefined if the typed one may be right. */
export function closestDomain(domain: string): string | undefined {
  if (domain === '' || REAL.has(domain)) return undefined;
  const ending = ENDINGS.find(([wrong]) => wrong.test(domain));
  if (ending !== undefined) return domain.replace(...ending);
  return MAIL_DOMAINS.find((real) => isOneSlip(domain, real));
}

/** Whether two domains differ by one missing, extra or wrong letter, or by two exchanged neighbours. */
function isOneSlip(typed: string, real: string): boolean {
  if (Math.abs(typed.length - real.length) > 1) return false;
  let from = 0;
  while (from < typed.length && typed[from] === real[from]) from += 1;
  const [left, right] = [typed.slice(from), real.slice(from)];
  const isExchanged = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
  return left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1) || isExchanged;
}
