import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/**
 * The peer of forwarding: `pipeline(file, base64, socket)` for every file of a directory, one after the other. MB/s.
 */
export async function forwardBare(directory: string, port: number): Promise<void> {
  const names = await readdir(directory);
  for (const name of names.filter((one) => !one.includes('.'))) {
    await pipeline(createReadStream(path.join(directory, name)), base64(), net.connect(port, '127.0.0.1'));
  }
}

function base64(): Transform {
  let rest = Buffer.alloc(0);
  return new Transform({
    transform(block: Buffer, _encoding, done) {
      const bytes = Buffer.concat([rest, block]);
      const whole = bytes.length - (bytes.length % 3);
      rest = bytes.subarray(whole);
      done(null, bytes.toString('base64', 0, whole));
    },
    flush(done) {
      done(null, rest.toString('base64'));
    },
  });
}
