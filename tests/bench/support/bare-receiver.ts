import { createWriteStream } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

/**
 * `node bare-receiver.ts <directory> [flush]`: the minimum for an upload in Node, a pipeline from the socket to a file.
 * With `flush`, it syncs the file before the answer. It has no protocol, rules or checksum. Prints its address.
 */
const [directory = '', flush] = process.argv.slice(2);
let files = 0;
const server = http.createServer(async (request, response) => {
  files += 1;
  await pipeline(request, createWriteStream(path.join(directory, String(files)), { flush: flush === 'flush' }));
  response.writeHead(204).end();
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
