import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { JOURNEYS } from '../journeys/all.ts';
import type { EngineName } from './engine.ts';
import { hasEngine } from './engine-paths.ts';
import { SKIPPED } from './skipped.ts';
import { openStage, type StageOfFile } from './stage.ts';

/** ENGINES=all walks every journey; otherwise those that every run of the tests has time for. */
const IS_WHOLE = process.env.ENGINES === 'all';

/** Declares the journeys as tests in one engine. What cannot be walked is skipped, with a sentence, and counted. */
export function runJourneys(name: EngineName): void {
  const journeys = JOURNEYS.filter(({ always }) => IS_WHOLE || always);
  if (!hasEngine(name)) {
    describe(name, () => {
      for (const { title } of journeys) test(title, ({ skip }) => skip(`${name} is not on this machine`));
    });
    return;
  }
  let stage: StageOfFile;
  beforeAll(async () => {
    stage = await openStage(name);
  });
  afterAll(() => stage.close());
  describe(name, () => {
    let unexpected: readonly string[] = [];
    afterEach(async () => {
      unexpected = await stage.end();
      expect(unexpected).toEqual([]);
    });
    for (const { title, walk } of journeys) {
      const why = SKIPPED.find((one) => one.engine === name && one.journey === title)?.why;
      test(title, async ({ skip }) => {
        const begun = await stage.begin();
        if (why !== undefined) skip(why);
        await walk(begun);
      });
    }
  });
}
