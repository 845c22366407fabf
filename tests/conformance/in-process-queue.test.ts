import { createInProcessQueue } from '#server/adapters/queue-in-process.ts';
import { describeQueue } from './queue.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
describeQueue('this process', async () => ({
  queue: createInProcessQueue({ width: 4, log }),
  dispose: async () => undefined,
}));
