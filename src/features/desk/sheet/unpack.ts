import { Unzip, UnzipInflate, UnzipPassThrough, unzipSync, zipSync } from 'fflate';
import { refused, SHEET_LIMITS } from './sheet-table.ts';

/** Small, since a chunk of a bomb grows a thousandfold before anybody can say stop. */
const CHUNK = 16 * 1024;

/**
 * Unpacks some files of a ZIP archive piece by piece, so that no more than the limit is ever in memory, whatever the
 * archive says about itself. `take` gets the name of each file in lower case, and returns what takes its pieces, or undefined for a
 * file that nobody needs.
 *
 * @throws SheetRefused for what is no archive, is broken, or holds too much; and what a taker throws
 */
export function unpack(bytes: Uint8Array, take: (name: string) => ((piece: Uint8Array) => void) | undefined): void {
  let total = 0;
  let failure: unknown;
  let files = 0;
  const unzip = new Unzip((file) => {
    files += 1;
    // Some programs write names with backslashes or other capitals.
    const taker = take(file.name.replaceAll('\\', '/').toLowerCase());
    if (taker === undefined) return;
    file.ondata = (broken, piece) => {
      if (failure !== undefined) return;
      if (broken) {
        failure = refused('unreadable', broken);
        return;
      }
      total += piece.length;
      if (total > SHEET_LIMITS.unpackedBytes) failure = refused('tooMuchInside');
      else failure = thrownBy(() => taker(piece));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  unzip.register(UnzipPassThrough);
  for (let at = 0; at < bytes.length && failure === undefined; at += CHUNK) {
    const end = at + CHUNK;
    const broken = thrownBy(() => unzip.push(bytes.subarray(at, end), end >= bytes.length));
    if (broken !== undefined) failure ??= refused('unreadable', broken);
  }
  if (failure !== undefined) throw failure;
  if (files === 0) throw refused('unreadable');
}

/**
 * The same archive with its parts where `unpack` finds them: some programs say only at the end of an archive where they
 * are. Undefined where that is no help.
 */
export function repacked(bytes: Uint8Array): Uint8Array | undefined {
  let total = 0;
  try {
    const filter = ({ originalSize }: { readonly originalSize: number }) => {
      total += originalSize;
      return total <= SHEET_LIMITS.unpackedBytes;
    };
    return zipSync(unzipSync(bytes, { filter }), { level: 0 });
  } catch {
    return undefined;
  }
}

function thrownBy(work: () => void): unknown {
  try {
    work();
    return undefined;
  } catch (failure) {
    return failure;
  }
}
