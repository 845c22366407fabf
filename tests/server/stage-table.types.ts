import { expectTypeOf } from 'vitest';
import type { Stage } from '#server/submission/stage.ts';
import type { StageTable } from '#server/submission/stage-table.ts';

/** What compiles and what does not. `npm run check` judges it; nothing here is run. */

type Preparing = Stage<'preparing'>;
type Sending = Stage<'power-automate'>;
type Completion = Stage<'completion'>;

// The stages of a kind, all of them and in order, compile.
expectTypeOf<[Preparing, Sending, Completion]>().toExtend<StageTable['short']>();

// A table without a stage, with stages in another order, or with one of another kind does not.
expectTypeOf<[Preparing, Completion]>().not.toExtend<StageTable['short']>();
expectTypeOf<[Sending, Preparing, Completion]>().not.toExtend<StageTable['short']>();
expectTypeOf<[Preparing, Stage<'file-forwarding'>, Completion]>().not.toExtend<StageTable['agent']>();
expectTypeOf<[Preparing, Sending, Completion]>().not.toExtend<StageTable['student']>();
