import { expectTypeOf, test } from 'vitest';
import type { Stage } from '#server/submission/stage.ts';
import type { StageTable } from '#server/submission/stage-table.ts';

// What compiles and what does not: `tsc` judges these, the test run only lists them.

type Preparing = Stage<'preparing'>;
type Sending = Stage<'power-automate'>;
type Completion = Stage<'completion'>;

test('the stages of a kind, all of them and in order, compile', () => {
  expectTypeOf<[Preparing, Sending, Completion]>().toExtend<StageTable['short']>();
});

test('a table without a stage, with stages in another order or with one of another kind does not compile', () => {
  expectTypeOf<[Preparing, Completion]>().not.toExtend<StageTable['short']>();
  expectTypeOf<[Sending, Preparing, Completion]>().not.toExtend<StageTable['short']>();
  expectTypeOf<[Preparing, Stage<'file-forwarding'>, Completion]>().not.toExtend<StageTable['agent']>();
  expectTypeOf<[Preparing, Sending, Completion]>().not.toExtend<StageTable['student']>();
});
