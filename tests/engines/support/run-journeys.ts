import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { JOURNEYS } from '../journeys/all.ts';
import type { EngineName } from './engine.ts';
import { hasEngine } from './engine-paths.ts';
import { SKIPPED } from './skipped.ts';
import { openStage, type StageOfFile } from './stage.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** The engine that ran the journey. */
    version?: string;
  }
}

/** Declares the journeys as tests in one engine. Impossible journeys are skipped with a reason, and counted. */
export function runJourneys(name: EngineName): void {
  if (!hasEngine(name)) {
    describe(name, () => {
      for (const { title } of JOURNEYS) test(title, ({ skip }) => skip(`${name} is not on this machine`));
    });
    return;
  }
  let stage: StageOfFile;
  beforeAll(async () => {
    stage = await openStage(name);
  });
  afterAll(() => stage.close());
  describe(name, () => {
    afterEach(async () => {
      expect(await stage.end(), 'what the consoles said').toEqual([]);
    });
    for (const { title, walk } of JOURNEYS) {
      const why = SKIPPED.find((one) => one.engine === name && one.journey === title)?.why;
      test(title, async ({ skip, task }) => {
        const begun = await stage.begin();
        Object.assign(task.meta, { version: begun.engine.version });
        if (why !== undefined) skip(why);
        await walk(begun);
      });
    }
  });
}
