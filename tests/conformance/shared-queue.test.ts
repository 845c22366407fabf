import { systemClock } from '#server/adapters/system-clock.ts';
import { openSharedQueue, SharedJobs } from '#tests/simulation/support/shared-jobs.ts';
import { describeQueue } from './queue.ts';

const ignore = () => undefined;

describeQueue('The simulated shared queue', async () => ({
  queue: openSharedQueue({
    jobs: new SharedJobs(systemClock),
    clock: systemClock,
    log: { info: ignore, warn: ignore, error: ignore },
    ask: async (_what, work) => work(),
    deliver: (work) => work(),
  }),
  dispose: async () => undefined,
}));
