import { makeChunkSize } from '../upload.ts';
import { randomSecret } from './encrypt-file.ts';
import { type Access, type TransferCalls, TransferFailure } from './transfer-calls.ts';

/** Sends encrypted bytes in pieces. After a broken connection it continues behind the bytes that the server has. */
export function sendContent(calls: Pick<TransferCalls, 'addPiece' | 'view'>, access: Access, encrypted: Blob) {
  const attempt = randomSecret();
  const { size } = encrypted;
  const chunk = makeChunkSize();
  /** Where the next piece begins. Undefined if only the server knows. */
  let offset: number | undefined = 0;
  /** A piece got no answer, so the server may have all of them. */
  let isUnsure = false;

  return {
    /** Sends the rest; may be called again after a failure. Rejects with TransferFailure. */
    async sendRest(onPercent: (percent: number) => void): Promise<void> {
      for (let conflicts = 0; ; ) {
        const from: number = offset ?? (await calls.view(access)).bytes;
        const piece = encrypted.slice(from, from + chunk.bytes);
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
          // Browsers may repeat a broken request: ask where to continue. Twice in a row means that another device is
          // sending, and the next call begins again.
          conflicts += 1;
          if (conflicts < 2) continue;
          offset = 0;
          throw failure;
        }
      }
    },
  };
}
