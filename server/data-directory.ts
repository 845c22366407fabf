import { existsSync, realpathSync, statfsSync } from 'node:fs';
import path from 'node:path';

const RELEASE = realpathSync(path.resolve(import.meta.dirname, '..'));

/** What Linux calls NFS, CIFS, SMB 1 and 2, AFS, 9P, Ceph and FUSE, behind which there may be any of them. */
const NETWORK = new Set([0x6969, 0xff534d42, 0x517b, 0xfe534d42, 0x5346414f, 0x01021997, 0x00c36400, 0x65735546]);

/** One sentence for each risk. `typeOf`: the system's number for the file system of a path. */
export function notesOnDataDirectory(dataDir: string, typeOf = fileSystemType): readonly string[] {
  const there = nearestThere(path.resolve(dataDir));
  const place = realpathSync(there);
  const notes: string[] = [];
  if (place === RELEASE || place.startsWith(RELEASE + path.sep)) {
    notes.push(
      `DATA_DIR ${dataDir} lies inside the release: removing the release removes the applications. Set another directory`,
    );
  }
  if (NETWORK.has(typeOf(place))) {
    notes.push(
      `DATA_DIR ${dataDir} is on a network file system: its locks and flushes are not reliable enough for SQLite. Use a local disk`,
    );
  }
  return notes;
}

const fileSystemType = (place: string): number => statfsSync(place).type;

/** The directory, or its nearest existing parent. */
function nearestThere(place: string): string {
  const above = path.dirname(place);
  return existsSync(place) || above === place ? place : nearestThere(above);
}
