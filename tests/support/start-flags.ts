import packageJson from '../../package.json' with { type: 'json' };

/** What `npm start` tells Node of memory, so that what is tested and measured is what runs. */
export const START_FLAGS: readonly string[] = packageJson.scripts.start.match(/--\S+/g) ?? [];
