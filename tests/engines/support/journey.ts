import type { Stage } from './stage.ts';

/** What somebody does with the product from its start to its end, told once for every engine. */
export interface Journey {
  readonly title: string;
  /** Whether it is walked in every run of the tests, not only where all of them are asked for. */
  readonly always: boolean;
  walk(stage: Stage): Promise<void>;
}
