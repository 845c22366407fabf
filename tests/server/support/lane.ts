import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FileStore } from '#server/ports/file-store.ts';
import type { UploadLedger } from '#server/ports/upload-ledger.ts';
import { withFaults } from './faults.ts';
import { movedBy, openRig, type Rig } from './rig.ts';

/** A separate server, in which any one call can be made to fail. */
export interface Lane {
  readonly rig: Rig;
  /** Its register of uploads and its files, without faults. */
  readonly uploads: UploadLedger;
  readonly files: FileStore;
  /** Everything that it wrote into its log, at the lowest level, since this was last called. */
  takeLog(): string;
  /**
   * From now on called with `point port.method` before each call of a port and after its work; what it throws, the call
   * throws. Left out: no longer.
   */
  atEachPoint(meet?: (at: string) => void): void;
  /** So many milliseconds pass for it at once: what it asks for once in a while, it asks for again. */
  pass(ms: number): void;
  close(): Promise<void>;
}

/** Its data lies in memory where the machine has a place for that: here no disk is to be waited for. */
export async function openLane(env: Readonly<Record<string, string>>): Promise<Lane> {
  const dataDir = await mkdtemp(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'lane-'));
  const ports = new Map<string, object>();
  let meet: ((at: string) => void) | undefined;
  let log = '';
  let passedMs = 0;
  const rig = await openRig({
    // What never answers is waited for dozens of times.
    env: { UPSTREAM_TIMEOUT_MS: '1000', RECORDS_SUBMIT_TIMEOUT_MS: '1000', RECORDS_UNKNOWN_OUTCOME: 'resend', ...env },
    dataDir,
    clock: movedBy(() => passedMs),
    log: (line) => {
      log += line;
    },
    wrap: (name, port) => {
      ports.set(name, port);
      return withFaults(name, port, (point, call) => {
        if (point !== 'during-ledger-write') meet?.(`${point} ${call}`);
      });
    },
  });
  return {
    rig,
    uploads: ports.get('uploads') as UploadLedger,
    files: ports.get('files') as FileStore,
    takeLog: () => {
      const lines = log;
      log = '';
      return lines;
    },
    atEachPoint: (listener) => {
      meet = listener;
    },
    pass: (ms) => {
      passedMs += ms;
    },
    close: async () => {
      await rig.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
