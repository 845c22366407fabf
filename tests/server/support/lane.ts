import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FileStore } from '#server/ports/file-store.ts';
import type { UploadLedger } from '#server/ports/upload-ledger.ts';
import { withFaults } from './faults.ts';
import { movedBy, openRig, type Rig } from './rig.ts';

/** A separate server in which a test can make any single call fail. */
export interface Lane {
  readonly rig: Rig;
  /** Its uploads and files, without faults. */
  readonly uploads: UploadLedger;
  readonly files: FileStore;
  /** Its log output, at the lowest level, since the last call. */
  takeLog(): string;
  /**
   * Calls `meet` with `point port.method` before each call of a port and after its work. The call throws what `meet`
   * throws. Without `meet`, this ends.
   */
  atEachPoint(meet?: (at: string) => void): void;
  /** Moves its clock forward at once; its periodic requests become due. */
  pass(ms: number): void;
  close(): Promise<void>;
}

/** Its data is in memory if the machine allows it, so nothing waits for a disk. */
export async function openLane(env: Readonly<Record<string, string>>): Promise<Lane> {
  const dataDir = await mkdtemp(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'lane-'));
  const ports = new Map<string, object>();
  let meet: ((at: string) => void) | undefined;
  let log = '';
  let passedMs = 0;
  const rig = await openRig({
    // Short timeouts: dozens of calls get no answer.
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
