import { readConfig } from '#server/config.ts';
import { serve } from '#server/serve.ts';

/** The real server as a process that reports its memory after a garbage collection (`node --expose-gc`). */
const server = await serve(readConfig(process.env, { demo: false }), { dist: 'none' });
process.send?.(server.url);
process.on('message', () => {
  globalThis.gc?.();
  globalThis.gc?.();
  const { rss, heapUsed } = process.memoryUsage();
  process.send?.({ rss, heapUsed, cpu: process.cpuUsage() });
});
