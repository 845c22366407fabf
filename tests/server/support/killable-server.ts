import { flushCompileCache } from 'node:module';
import { readConfig } from '#server/config.ts';
import type { Wrap } from '#server/outside.ts';
import { serve } from '#server/serve.ts';
import { type FaultPoint, withFaults } from './faults.ts';

/**
 * The real server. It kills itself with SIGKILL when a port's call first reaches a fault point: `node
 * killable-server.ts <point> <port.method> <nth>`. Without arguments it never kills itself.
 */
const [point, call, nth = '1'] = process.argv.slice(2);
let met = 0;

const wrap: Wrap = (name, port) =>
  withFaults(name, port, (at: FaultPoint, of) => {
    if (at !== point || of !== call) return;
    met += 1;
    if (met === Number(nth)) process.kill(process.pid, 'SIGKILL');
  });

const server = await serve(readConfig(process.env, { demo: false }), {
  dist: 'none',
  ...(point === undefined ? {} : { wrap }),
});
// A killed process does not write the cache at its end.
flushCompileCache();
process.stdout.write(`${server.url}\n`);
process.on('SIGTERM', () => server.close().then(() => process.exit(0)));
