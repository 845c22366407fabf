import { printed } from '../journeys/print.ts';
import type { EngineName } from './engine.ts';

export interface Skipped {
  readonly engine: EngineName;
  /** Its title. */
  readonly journey: string;
  /** A sentence: what the engine or its driver cannot do. */
  readonly why: string;
}

/** Journeys that an engine or its driver cannot do. */
export const SKIPPED: readonly Skipped[] = [
  {
    engine: 'webkit',
    journey: printed.title,
    why: 'WebKitWebDriver has no command that prints, and gives no page the looks of paper.',
  },
];
