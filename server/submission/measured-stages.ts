import type { SubmissionKind } from '#domain/submission/stages.ts';
import { CallFailure } from '../ports/call-failure.ts';
import type { Metrics } from '../ports/metrics.ts';
import { type Stage, StageRejected } from './stage.ts';

type Table = Readonly<Record<SubmissionKind, readonly Stage[]>>;

/** The same stages with every try timed, by its outcome; the runner knows nothing of it. */
export function measureStages(table: Table, metrics: Metrics): Table {
  const measured = (kind: SubmissionKind) => table[kind].map((stage) => measure(kind, stage, metrics));
  return { student: measured('student'), short: measured('short'), agent: measured('agent') };
}

function measure(kind: SubmissionKind, stage: Stage, metrics: Metrics): Stage {
  return {
    ...stage,
    run: async (context) => {
      const began = performance.now();
      const tell = (outcome: string) =>
        metrics.stage({ kind, stage: stage.name, outcome, seconds: (performance.now() - began) / 1000 });
      try {
        const result = await stage.run(context);
        tell(result.skipped ? 'skipped' : 'completed');
        return result;
      } catch (failure) {
        tell(outcomeOf(failure));
        throw failure;
      }
    },
  };
}

function outcomeOf(failure: unknown): string {
  if (failure instanceof StageRejected) return 'rejected';
  return failure instanceof CallFailure ? failure.kind : 'fault';
}
