import * as chakra from '@chakra-ui/react/styled-system';
import * as emotion from '@emotion/react';
import * as react from 'react';
import * as jsxDevRuntime from 'react/jsx-dev-runtime';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as reactRedux from 'react-redux';
import { indexedDbScript, pageScripts, type Release } from './bundle.ts';
import { createChannels } from './channels.ts';
import { createDisk, type Evaluate } from './disk.ts';
import { createLocks } from './locks.ts';
import { createNetwork } from './network.ts';
import { createServer } from './server.ts';
import { createTime, seededRandom } from './virtual-time.ts';

const SHARED = {
  react,
  'react/jsx-dev-runtime': jsxDevRuntime,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  'react-redux': reactRedux,
  '@chakra-ui/react/styled-system': chakra,
  '@emotion/react': emotion,
};

/** The scripts of devices, built once per process. */
export interface Programs {
  readonly indexedDb: Evaluate;
  /** Evaluates a release of the page with these globals in its window. */
  readonly page: (release: Release, globals: object) => unknown;
}

/** Builds the page from the current sources. */
export async function buildPrograms(): Promise<Programs> {
  const [indexedDb, pages] = await Promise.all([indexedDbScript(), pageScripts()]);
  const compiled = new Map<string, ReturnType<typeof compile>>();
  return {
    indexedDb: (globals) => compile(indexedDb, ['globalThis'])([globals]) as ReturnType<Evaluate>,
    page(release, globals) {
      const names = Object.keys(globals);
      const run = compiled.get(release) ?? compile(pages[release], ['shared', ...names]);
      compiled.set(release, run);
      return run([SHARED, ...Object.values(globals)]);
    },
  };
}

/** Compiles a script to a function of the globals that replace the process's own. */
function compile(script: string, names: readonly string[]): (globals: readonly unknown[]) => unknown {
  const run = new Function(...names, `${script}\nreturn exported;`);
  return (globals) => run(...globals);
}

export type Device = ReturnType<typeof createDevice>;

/**
 * A device with its disk, its connection and our server. `schedule` decides the order of simultaneous events and all
 * random choices.
 */
export function createDevice(programs: Programs, schedule: number) {
  const time = createTime(schedule, Date.UTC(2026, 5, 1, 9));
  const random = seededRandom(schedule + 1);
  const disk = createDisk(time, programs.indexedDb);
  const server = createServer(time, random);
  const indexedDbClasses = Object.fromEntries(Object.entries(disk.fake).filter(([name]) => name.startsWith('IDB')));
  return {
    ...{ time, random, disk, server, programs, indexedDbClasses },
    locks: createLocks(time),
    channels: createChannels(time),
    network: createNetwork(time, server.serve, random),
    /** The release for the next load of a page, and the latest release so far. */
    deployed: { release: 'this' as Release, latest: 'this' as Release },
  };
}
