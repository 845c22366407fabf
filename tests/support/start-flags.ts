import path from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };

/** The flags that `npm start` gives Node, so that tests and measurements run the real configuration. */
export const START_FLAGS: readonly string[] = packageJson.scripts.start.match(/--\S+/g) ?? [];

/**
 * Environment of a server process in a test. It keeps compiled code in `node_modules`, so that the next process starts
 * in half the time. Node writes it when a process ends without being killed.
 */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../node_modules/.cache/server-processes'),
};
