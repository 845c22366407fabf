import type { PageFacts } from './page-facts.ts';

/** What makes a scan larger than it needs to be. */
export interface LargeScan {
  /** Pixels in an inch of its finest page, rounded. */
  readonly dpi: number;
}

const MIB = 1024 * 1024;
/** More than 300 dpi shows the fibres of the paper; scanners that are set to 300 give a little more or less. */
const MOST_DPI = 310;
const MOST_BYTES = 10 * MIB;
/** Below this nothing is gained: it is sent in a second. */
const LEAST_BYTES = MIB / 2;

/** Whether a file of `bytes` should be offered smaller: only one whose pages are all scans, by those that were looked at. */
export function largeScan(bytes: number, pages: readonly PageFacts[]): LargeScan | undefined {
  if (pages.some(({ scan, hasTextOver }) => scan === undefined || hasTextOver)) return undefined;
  const finest = Math.max(0, ...pages.map(({ scan }) => scan?.dpi ?? 0));
  if (finest === 0 || bytes < LEAST_BYTES) return undefined;
  return finest > MOST_DPI || bytes > MOST_BYTES ? { dpi: Math.round(finest) } : undefined;
}
