import { keepCheckout } from './release-checkout.ts';

/**
 * Keeps a release itself, its built page and its server, beside what record-release.ts has recorded of it:
 * `node tests/support/record-checkout.ts <built checkout> <folder>`.
 */
const [checkout, name] = process.argv.slice(2);
if (checkout === undefined || name === undefined)
  throw new Error('which built checkout, and which folder below tests/fixtures/releases?');
await keepCheckout(checkout, name);
