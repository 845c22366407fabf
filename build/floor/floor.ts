/**
 * The oldest supported browsers, named as in @mdn/browser-compat-data (docs/decisions/0019-supported-browsers.md).
 * tests/architecture/floor.test.ts compares them with the README.
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

/** The same list for `build.target`, which rewrites newer syntax. Samsung Internet 20 is Chromium 106. */
export const BUILD_TARGET = [
  `chrome${FLOOR.chrome}`,
  `edge${FLOOR.edge}`,
  `firefox${FLOOR.firefox}`,
  `safari${FLOOR.safari}`,
  `ios${FLOOR.safari_ios}`,
];
