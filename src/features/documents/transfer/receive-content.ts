import { decryptFile } from './encrypt-file.ts';
import { type Access, type Incoming, type TransferCalls, TransferFailure } from './transfer-calls.ts';

/** A connection on which nothing arrives for so long counts as broken. */
const STALLED_MS = 30_000;
/** Bytes in memory before they become part of a blob, which browsers keep on the disk. */
const TOGETHER = 1024 * 1024;

/** Fetches so many sealed bytes: what has arrived before the connection breaks is kept. */
export function receiveContent(calls: Pick<TransferCalls, 'content'>, access: Access, bytes: number) {
  const parts: Blob[] = [];
  let size = 0;

  const take = (blocks: BlobPart[]) => {
    const part = new Blob(blocks.splice(0));
    if (part.size > 0) parts.push(part);
  };

  async function read({ from, body }: Incoming, alive: () => void, onPercent: (percent: number) => void) {
    // A server or a proxy that knows no ranges begins anew.
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
    /** Fetches the rest. Rejects with TransferFailure, `offline` where the connection broke. */
    async goOn(onPercent: (percent: number) => void): Promise<void> {
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
      // A proxy may end what its own connection has cut.
      if (size < bytes) throw new TransferFailure('offline');
    },
    /** Decrypts what has arrived. Rejects with DecryptionFailed. */
    open: (key: CryptoKey): Promise<File> => decryptFile(new Blob(parts), key, access.id),
  };
}
