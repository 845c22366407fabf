import { MAIL_DOMAINS, OTHER_DOMAINS } from './rules.ts';

const REAL = new Set([...MAIL_DOMAINS, ...OTHER_DOMAINS]);
/** Endings that no mailbox has, and what was meant. */
const ENDINGS: readonly (readonly [wrong: RegExp, meant: string])[] = [
  [/\.(?:con|cmo|ocm|vom|xom|comm|cpm)$/, '.com'],
  [/\.(?:ent|nte|nett)$/, '.net'],
];

/** The domain that was probably meant in place of this one; undefined where it may well be right. */
export function closestDomain(domain: string): string | undefined {
  if (domain === '' || REAL.has(domain)) return undefined;
  const ending = ENDINGS.find(([wrong]) => wrong.test(domain));
  if (ending !== undefined) return domain.replace(...ending);
  return MAIL_DOMAINS.find((real) => isOneSlip(domain, real));
}

/** Whether one letter is missing, too many, another one, or two neighbours are exchanged. */
function isOneSlip(typed: string, real: string): boolean {
  if (Math.abs(typed.length - real.length) > 1) return false;
  let from = 0;
  while (from < typed.length && typed[from] === real[from]) from += 1;
  const [left, right] = [typed.slice(from), real.slice(from)];
  const isExchanged = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2);
  return left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1) || isExchanged;
}
