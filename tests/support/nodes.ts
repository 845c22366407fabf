import { type Mocks, type MocksOptions, startMocks } from '#mocks/server.ts';
import { startS3 } from '#tests/support/s3-server/server.ts';
import { type Cluster, startPostgres } from './postgres.ts';
import { type Product, startProduct } from './product.ts';

export interface Nodes extends AsyncDisposable {
  readonly mocks: Mocks;
  /** Keys of the documents in the bucket. */
  documents(): readonly string[];
  /** The settings that point a process, a node or a command, to everything that the nodes share. */
  readonly env: Readonly<Record<string, string>>;
  /** Address of the shared database. */
  readonly database: string;
  readonly postgres: Pick<Cluster, 'stop' | 'start' | 'freeze' | 'thaw'>;
  /** Address of the shared S3 server. */
  readonly s3: string;
  /**
   * Starts another server process on the same database and bucket, with its own settings, from the checkout `root` if
   * given.
   */
  start(settings?: Readonly<Record<string, string>>, root?: string): Promise<Product>;
}

/** What several nodes share: a real PostgreSQL (new unless given), an S3 server and the outside services. */
export async function startNodes({
  postgres,
  ...options
}: Omit<MocksOptions, 'port'> & { readonly postgres?: Cluster } = {}): Promise<Nodes> {
  const cluster = postgres ?? (await startPostgres());
  const [s3, mocks, database] = await Promise.all([
    startS3({ port: 0, bucket: 'uploads' }),
    startMocks({ port: 0, latency: 0, ...options }),
    cluster.database(),
  ]);
  const env = {
    ...mocks.env,
    ...s3.env,
    DATABASE_URL: database,
    UPSTREAM_TIMEOUT_MS: '5000',
    RECORDS_SUBMIT_TIMEOUT_MS: '5000',
    RECORDS_UNKNOWN_OUTCOME: 'resend',
  };
  const nodes: Product[] = [];
  return {
    mocks,
    documents: () => s3.keys(),
    env,
    database,
    postgres: cluster,
    s3: s3.url,
    start: async (settings = {}, root) => {
      const node = await startProduct({ env: { ...env, ...settings }, ...(root === undefined ? {} : { root }) });
      nodes.push(node);
      return node;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(nodes.map((node) => node[Symbol.asyncDispose]()));
      await mocks.close();
      await s3.close();
      await cluster.close();
    },
  };
}
