/**
 * The oldest browsers that are supported, by the names of @mdn/browser-compat-data
 * (docs/decisions/0019-supported-browsers.md). The README says the same in words; tests/architecture/floor.test.ts compares.
 */
export const FLOOR = {
  chrome: 105,
  chrome_android: 105,
  edge: 105,
  firefox: 115,
  firefox_android: 115,
  safari: 16,
  safari_ios: 16,
  samsunginternet_android: 20,
} as const;

export type BrowserName = keyof typeof FLOOR;

/** The same for `build.target`: newer syntax is rewritten for these. Samsung Internet 20 is Chromium 106. */
export const BUILD_TARGET = [
  `chrome${FLOOR.chrome}`,
  `edge${FLOOR.edge}`,
  `firefox${FLOOR.firefox}`,
  `safari${FLOOR.safari}`,
  `ios${FLOOR.safari_ios}`,
];
