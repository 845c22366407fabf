import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** Every outside service in a separate process; answers each call after reading it. Sends its address. */
const ANSWERS: readonly (readonly [RegExp, string])[] = [
  [/\/token$/, '{"access_token":"a-token","expires_in":36000}'],
  [/\/StudentOffers/, '{"IsSuccess":true}'],
  [/Classification|CourseIntakes/, '[]'],
];

const server = http.createServer((request, response) => {
  request.on('end', () => {
    const path = request.url?.split('?')[0] ?? '';
    response.end(ANSWERS.find(([pattern]) => pattern.test(path))?.[1] ?? '{"id":"1"}');
  });
  request.resume();
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
