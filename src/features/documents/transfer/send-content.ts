import { makeChunkSize } from '../upload.ts';
import { randomSecret } from './encrypt-file.ts';
import { type Access, type TransferCalls, TransferFailure } from './transfer-calls.ts';

/** Sends sealed bytes in pieces: what the server has received before the connection breaks is not sent again. */
export function sendContent(calls: Pick<TransferCalls, 'addPiece' | 'view'>, access: Access, sealed: Blob) {
  const attempt = randomSecret();
  const { size } = sealed;
  const chunk = makeChunkSize();
  /** Where the next piece begins; undefined where only the server knows. */
  let offset: number | undefined = 0;
  /** A piece got no answer, so the server may have all of them. */
  let isUnsure = false;

  return {
    /** Sends the rest; may be called again after a failure. Rejects with TransferFailure. */
    async goOn(onPercent: (percent: number) => void): Promise<void> {
      for (let conflicts = 0; ; ) {
        const from: number = offset ?? (await calls.view(access)).bytes;
        const piece = sealed.slice(from, from + chunk.bytes);
        const onSent = (bytes: number) => onPercent(Math.min(99, Math.floor(((from + bytes) / size) * 100)));
        const began = performance.now();
        try {
          const { state, bytes } = await calls.addPiece(access, piece, { offset: from, size, attempt, onSent });
          chunk.arrived(piece.size, performance.now() - began);
          if (state === 'arrived' || state === 'taken') return;
          offset = bytes;
          conflicts = 0;
        } catch (failure) {
          const code = failure instanceof TransferFailure ? failure.code : undefined;
          if (code === 'LINK_USED' && isUnsure) return;
          isUnsure ||= code === 'offline';
          chunk.broke();
          offset = undefined;
          if (code !== 'UPLOAD_CONFLICT') throw failure;
          // Browsers repeat a broken request by themselves: ask where to go on. Twice in a row means that another device
          // is sending, and the next call begins anew.
          conflicts += 1;
          if (conflicts < 2) continue;
          offset = 0;
          throw failure;
        }
      }
    },
  };
}
