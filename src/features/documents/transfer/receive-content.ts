import { decryptFile } from './encrypt-file.ts';
import { type Access, type Incoming, type TransferCalls, TransferFailure } from './transfer-calls.ts';

/** If nothing arrives for so long, the connection counts as broken. */
const STALLED_MS = 30_000;
/** Bytes in memory before they become a blob, which browsers may store on the disk. */
const TOGETHER = 1024 * 1024;

/** Fetches the encrypted bytes. After a broken connection it continues behind those that have arrived. */
export function receiveContent(calls: Pick<TransferCalls, 'content'>, access: Access, bytes: number) {
  const parts: Blob[] = [];
  let size = 0;

  const take = (blocks: BlobPart[]) => {
    const part = new Blob(blocks.splice(0));
    if (part.size > 0) parts.push(part);
  };

  async function read({ from, body }: Incoming, alive: () => void, onPercent: (percent: number) => void) {
    // A server or a proxy without ranges begins again.
    if (from !== size) [parts.length, size] = [0, 0];
    if (body instanceof Blob) {
      parts.push(body);
      size += body.size;
      return;
    }
    const blocks: Uint8Array<ArrayBuffer>[] = [];
    let together = 0;
    const reader = body.getReader();
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        alive();
        blocks.push(next.value);
        size += next.value.length;
        together += next.value.length;
        if (together >= TOGETHER) {
          take(blocks);
          together = 0;
        }
        onPercent(Math.min(99, Math.floor((size / Math.max(1, bytes)) * 100)));
      }
    } finally {
      take(blocks);
    }
  }

  return {
    /** Fetches the rest. Rejects with TransferFailure: `offline` if the connection broke. */
    async fetchRest(onPercent: (percent: number) => void): Promise<void> {
      const ending = new AbortController();
      let timer = setTimeout(() => ending.abort(), STALLED_MS);
      const alive = () => {
        clearTimeout(timer);
        timer = setTimeout(() => ending.abort(), STALLED_MS);
      };
      try {
        await read(await calls.content(access, size, ending.signal), alive, onPercent);
      } catch (failure) {
        throw failure instanceof TransferFailure ? failure : new TransferFailure('offline');
      } finally {
        clearTimeout(timer);
      }
      // A proxy whose own connection broke may end the answer without an error.
      if (size < bytes) throw new TransferFailure('offline');
    },
    /** Decrypts all of it. Rejects with DecryptionFailed. */
    decrypt: (key: CryptoKey): Promise<File> => decryptFile(new Blob(parts), key, access.id),
  };
}
