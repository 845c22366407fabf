/** One colour of the drawing board, on light and on dark paper. */
interface Tone {
  readonly light: string;
  readonly dark: string;
}

/**
 * Every colour the product may use. Names say what a colour is for, never what it looks like.
 * `tests/features/theme/contrast.test.ts` holds each pairing that occurs on screen to WCAG 2.2 (AA, AAA for body text).
 */
export const COLORS = {
  /** The page itself, a card or control on it, and what lies a little deeper. */
  paper: { light: '#faf9f6', dark: '#10191e' },
  surface: { light: '#ffffff', dark: '#18242b' },
  sunken: { light: '#f1efe9', dark: '#0b1216' },

  ink: { light: '#14222b', dark: '#edf2f2' },
  inkSoft: { light: '#43535d', dark: '#b7c5ca' },

  /** Hairlines that decorate, and borders that a person must see to find a control (3:1). */
  line: { light: '#dcd9d0', dark: '#2d3c44' },
  lineStrong: { light: '#74818a', dark: '#82949d' },

  accent: { light: '#0c5666', dark: '#7fcdd8' },
  accentStrong: { light: '#083f4b', dark: '#a3e0e8' },
  accentSoft: { light: '#e4f0f1', dark: '#14333b' },

  /** Fired brick: the one warm note, for small marks only. */
  highlight: { light: '#b1481e', dark: '#f2a981' },
  highlightSoft: { light: '#fbece3', dark: '#3a241a' },

  success: { light: '#17633a', dark: '#84d5a4' },
  successStrong: { light: '#0f4a2a', dark: '#aae6c1' },
  successSoft: { light: '#e6f3ea', dark: '#14301f' },

  warning: { light: '#744600', dark: '#f0c572' },
  warningSoft: { light: '#fcf2dd', dark: '#33280f' },

  error: { light: '#a1201c', dark: '#ffa49b' },
  errorStrong: { light: '#7c1512', dark: '#ffc3bd' },
  errorSoft: { light: '#fcecea', dark: '#3c1a18' },

  info: { light: '#1c4c82', dark: '#a2caf6' },
  infoSoft: { light: '#e8f0f8', dark: '#162c44' },

  /** What is written on a filled accent, success or error. */
  onFill: { light: '#ffffff', dark: '#0b1216' },

  /** Behind an open dialog. */
  veil: { light: 'rgb(11 24 30 / 0.48)', dark: 'rgb(3 7 9 / 0.66)' },
} as const satisfies Record<string, Tone>;

export type ColorName = keyof typeof COLORS;
