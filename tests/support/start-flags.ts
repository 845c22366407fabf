import path from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };

/** The flags that `npm start` gives Node, so that what is tested and measured is what runs. */
export const START_FLAGS: readonly string[] = packageJson.scripts.start.match(/--\S+/g) ?? [];

/**
 * For the environment of a server process in a test: what an earlier one compiled is kept in `node_modules`, so that
 * this one starts in half the time. It is written when a process ends without being killed.
 */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: path.resolve(import.meta.dirname, '../../node_modules/.cache/server-processes'),
};
