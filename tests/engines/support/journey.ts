import type { Stage } from './stage.ts';

/** What somebody does with the product from its start to its end, told once for every engine. */
export interface Journey {
  readonly title: string;
  walk(stage: Stage): Promise<void>;
}
