import { keepCheckout } from './release-checkout.ts';

/**
 * Stores a release's built page and server next to the recording of record-release.ts: `node
 * tests/support/record-checkout.ts <built checkout> <folder>`.
 */
const [checkout, name] = process.argv.slice(2);
if (checkout === undefined || name === undefined)
  throw new Error('usage: <built checkout> <folder below tests/fixtures/releases>');
await keepCheckout(checkout, name);
