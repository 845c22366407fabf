import type { Stage } from './stage.ts';

/** A person's use of the product from start to end, written once for all engines. */
export interface Journey {
  readonly title: string;
  walk(stage: Stage): Promise<void>;
}
