import { expectTypeOf } from 'vitest';
import type { Stage } from '#server/submission/stage.ts';
import type { StageTable } from '#server/submission/stage-table.ts';

/** Examples of what must compile and what must not. `npm run check` checks them; nothing here runs. */

type Preparing = Stage<'preparing'>;
type Sending = Stage<'power-automate'>;
type Completion = Stage<'completion'>;

// All stages of a kind, in order, compile.
expectTypeOf<[Preparing, Sending, Completion]>().toExtend<StageTable['short']>();

// A table with a missing stage, another order, or a stage of another kind does not compile.
expectTypeOf<[Preparing, Completion]>().not.toExtend<StageTable['short']>();
expectTypeOf<[Sending, Preparing, Completion]>().not.toExtend<StageTable['short']>();
expectTypeOf<[Preparing, Stage<'file-forwarding'>, Completion]>().not.toExtend<StageTable['agent']>();
expectTypeOf<[Preparing, Sending, Completion]>().not.toExtend<StageTable['student']>();
