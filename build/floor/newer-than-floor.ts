/** A feature that we use although one of the oldest supported browsers lacks it. */
export interface Newer {
  /** The name in @mdn/browser-compat-data. Its members are included. */
  readonly feature: string;
  /** Files, folders, or packages after 'node_modules/'. A use anywhere else is an error. */
  readonly where: readonly string[];
  /** What happens in a browser without it. */
  readonly instead: string;
}

const LOOKS = 'Looks only: the browser leaves the declaration out, and nothing else depends on it.';

/**
 * All features that are newer than the oldest supported browsers (floor.ts), and what happens without them.
 * `npm run check` fails on a use that is not listed here, and on an entry without a use.
 */
export const NEWER_THAN_FLOOR: readonly Newer[] = [
  {
    feature: 'api.Window.requestIdleCallback',
    where: ['src/platform/scheduling.ts', 'build/inline-script.js'],
    instead: 'Asked for by typeof; a timer does the same a little later or earlier.',
  },
  {
    feature: 'api.IDBFactory.databases',
    where: ['src/platform/device-storage.ts', 'src/platform/erase-device.ts'],
    instead:
      'Asked for by typeof; the database is opened without a version (tests/browser/old-browsers.test.ts), and deleted by its name.',
  },
  {
    feature: 'api.StorageManager.estimate',
    where: ['src/platform/free-space.ts'],
    instead: 'Caught: nothing is said of the room on the device.',
  },
  {
    feature: 'html.elements.input.capture',
    where: ['src/features/documents/scan/add-files.tsx'],
    instead:
      "Computers open their files; the button is not shown where there is a mouse. 'Add photos' has both on phones.",
  },
  {
    feature: 'api.OffscreenCanvas',
    where: ['src/features/documents/scan'],
    instead: 'Asked for by typeof: a message says to choose a PDF. Tried in the worker, too.',
  },
  {
    feature: 'api.CanvasRenderingContext2D.imageSmoothingQuality',
    where: ['src/features/documents/scan/engine/canvases.ts'],
    instead: 'Firefox reduces pictures in its one way.',
  },
  {
    feature: 'api.TouchEvent',
    where: ['src/features/landing/use-snap.ts'],
    instead: 'Safari on a Mac has no touch events, and sends none.',
  },
  {
    feature: 'css.types.length.viewport_percentage_units_small',
    where: ['src/app/theme/system.ts'],
    instead: '--svh is 1vh there (tests/browser/missing-features.test.ts).',
  },
  {
    feature: 'css.types.length.viewport_percentage_units_dynamic',
    where: ['src/app/theme/system.ts'],
    instead: '--dvh is 1vh there (tests/browser/missing-features.test.ts).',
  },
  {
    feature: 'css.selectors.has',
    where: ['src/features/landing/hero.tsx', 'src/components/modal.tsx'],
    instead: 'The words have less room below a notice. On a phone the foot of a dialog may cover what has the focus.',
  },
  {
    feature: 'css.properties.grid-template-rows.subgrid',
    where: ['src/components/section.tsx'],
    instead: 'Two fields beside each other have rows of their own: their controls may stand at different heights.',
  },
  {
    feature: 'css.properties.content-visibility',
    where: ['src/features/drafts/your-applications.tsx'],
    instead: 'A list of two hundred applications is laid out whole.',
  },
  {
    feature: 'css.properties.contain-intrinsic-size',
    where: ['src/features/drafts/your-applications.tsx'],
    instead: 'The same: it goes with content-visibility.',
  },
  {
    feature: 'css.properties.user-select',
    where: ['src/features/forms/agency/application-id.tsx'],
    instead: 'Emotion writes -webkit-user-select beside it, which Safari has.',
  },
  { feature: 'css.properties.forced-color-adjust', where: ['src/components/progress.tsx'], instead: LOOKS },
  { feature: 'css.properties.text-wrap', where: ['src/components', 'src/app/theme/system.ts'], instead: LOOKS },
  { feature: 'css.properties.cursor', where: ['src'], instead: 'An iPhone has no cursor.' },
  { feature: 'css.properties.text-size-adjust', where: ['src/app/theme/system.ts'], instead: LOOKS },
  { feature: 'css.properties.-webkit-tap-highlight-color', where: ['src/app/theme/system.ts'], instead: LOOKS },
  { feature: 'css.selectors.selection', where: ['src/app/theme/system.ts'], instead: LOOKS },
  {
    feature: 'css.at-rules.page',
    where: ['src/app/theme/system.ts', 'src/features/submission/paper-page.ts'],
    instead: 'The margins are those of the print dialog.',
  },
  {
    feature: 'css.properties.break-after.avoid',
    where: ['src/features/submission/paper-page.ts'],
    instead: 'A heading may stand at the end of a page of the receipt, or of the copy.',
  },
  { feature: 'css.properties.accent-color', where: ['src/app/theme/system.ts'], instead: LOOKS },
  {
    feature: 'css.properties.outline',
    where: ['src'],
    instead: 'Safari 16 draws it as a rectangle where the box has round corners.',
  },
  {
    feature: 'css.properties.overscroll-behavior',
    where: [
      'src/components/modal.tsx',
      'src/components/option-list.tsx',
      'src/features/agents/agent-selector.styles.ts',
    ],
    instead: 'Missing only on boxes with nothing to scroll: the page behind may scroll then.',
  },
  {
    feature: 'api.OffscreenCanvas',
    where: ['src/features/documents/inspection', 'src/features/documents/pdf', 'src/features/passport'],
    instead: 'Asked for by typeof: documents are not looked at, and have neither pictures nor warnings.',
  },
  {
    feature: 'api.XRWebGLLayer.getViewport',
    where: [
      'src/features/documents/inspection',
      'src/features/documents/pdf',
      'src/features/documents/scan/engine/read-pdf.ts',
      'src/features/passport/read-passport.ts',
    ],
    instead: 'A method of pdf.js of the same name.',
  },
  {
    feature: 'api.FileSystemEntry.getMetadata',
    where: ['src/features/documents/pdf/says-of-itself.ts'],
    instead: 'A method of pdf.js of the same name.',
  },
  { feature: 'css.properties.resize', where: ['src/features/dev-tools/tool.tsx'], instead: LOOKS },
  ...['content-visibility', 'contain-intrinsic-size'].map((property) => ({
    feature: `css.properties.${property}`,
    where: ['src/features/desk/folder/folder.styles.ts'],
    instead: 'All files of a folder are laid out: a thousand take longer.',
  })),
  {
    feature: 'api.File.webkitRelativePath',
    where: ['src/features/desk/folder/read-folder.ts'],
    instead: 'Phones have no folders to choose: the name of each file stands alone.',
  },
];
