import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** Another site, whose only page returns its visitor immediately. */
interface AnotherSite {
  readonly url: string;
  /** Name and port, as in `location.host`. */
  readonly host: string;
  /** How often its page was open: its script has run, so the previous page was left. */
  visits(): number;
  close(): Promise<void>;
}

/** This name makes it another site than the product, whose address is a number: Firefox uses another process for it. */
const HOST = 'localhost';
/** It waits for its report to arrive: WebKit sometimes drops a beacon of a page that is left at once. */
const PAGE = `<!doctype html><title>Another site</title><script>
  const report = new XMLHttpRequest();
  report.open('POST', '/visited', false);
  report.send();
  history.back();
</script>`;

export async function openAnotherSite(): Promise<AnotherSite> {
  let visits = 0;
  const server = http.createServer((request, response) => {
    if (request.url === '/visited') visits += 1;
    response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' });
    response.end(request.method === 'GET' && request.url === '/' ? PAGE : '');
  });
  await new Promise<void>((done) => server.listen(0, HOST, done));
  const { port } = server.address() as AddressInfo;
  const host = `${HOST}:${port}`;
  return {
    url: `http://${host}/`,
    host,
    visits: () => visits,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
