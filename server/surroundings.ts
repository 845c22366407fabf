import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import type { Places } from './config.ts';
import { AppError } from './errors.ts';

/** What a server finds around it before it starts. */
export interface Surroundings {
  /** What keeps it from starting, one sentence each. */
  readonly problems: readonly string[];
  /** What it is going to wait for. */
  readonly notes: readonly string[];
}

type Noticed = { readonly problem: string } | { readonly note: string } | undefined;

/** Longer than its own limits would let a database or a bucket hold up an answer. */
const LONGEST_MS = 4_000;

/**
 * Asks everything that a start needs once, all at the same time, so that an operator mends all of it at once: the data
 * directory, the port, the database, the bucket. What is left out is not asked. What refuses is a problem; what does
 * not answer may come, and the server waits for it. Sentences name variables, and nothing that is secret.
 */
export async function lookAround({ dataDir, host, port, databaseUrl, s3 }: Places): Promise<Surroundings> {
  const needsDirectory = dataDir !== undefined && (databaseUrl === undefined || s3 === undefined);
  const findings = await Promise.all([
    needsDirectory ? lookAtDirectory(dataDir) : undefined,
    host !== undefined && port ? lookAtPort(host, port) : undefined,
    databaseUrl === undefined ? undefined : lookAtDatabase(databaseUrl),
    s3 === undefined ? undefined : lookAtBucket(s3),
  ]);
  return {
    problems: findings.flatMap((finding) => (finding && 'problem' in finding ? [finding.problem] : [])),
    notes: findings.flatMap((finding) => (finding && 'note' in finding ? [finding.note] : [])),
  };
}

/** Makes nothing: who starts makes it, and sees that its name lasts. */
function lookAtDirectory(dataDir: string): Noticed {
  const there = nearestThere(path.resolve(dataDir));
  if (!statSync(there).isDirectory()) return { problem: `DATA_DIR ${dataDir} is, or lies below, a file` };
  try {
    accessSync(there, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return { problem: `DATA_DIR ${dataDir} cannot be written (${codeOf(error)})` };
  }
}

/** It, or what it would be made in. */
function nearestThere(place: string): string {
  const above = path.dirname(place);
  return existsSync(place) || above === place ? place : nearestThere(above);
}

/** It is free for the moment between this and the server's own listening. */
function lookAtPort(host: string, port: number): Promise<Noticed> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => {
      const words = PORT_WORDS[codeOf(error)];
      resolve({
        problem: words ? words(host, port) : `HOST ${host}, PORT ${port} cannot be listened on (${codeOf(error)})`,
      });
    });
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
}

const PORT_WORDS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (host, port) => `PORT ${port} on ${host} is in use by another program`,
  EACCES: (_host, port) => `PORT ${port} is only for privileged users: set one from 1024 on`,
  EADDRNOTAVAIL: (host) => `HOST ${host} is no address of this machine`,
  ENOTFOUND: (host) => `HOST ${host} is known to nobody`,
};

async function lookAtDatabase(databaseUrl: string): Promise<Noticed> {
  const { default: pg } = await import('pg');
  return answered('DATABASE_URL: the database', () => askDatabase(pg, databaseUrl));
}

async function askDatabase(pg: typeof import('pg')['default'], databaseUrl: string): Promise<string | undefined> {
  let client: InstanceType<typeof pg.Client> | undefined;
  try {
    client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: LONGEST_MS });
    // Whoever waits for the connection gets the error.
    client.on('error', () => undefined);
    await client.connect();
    return undefined;
  } catch (error) {
    const words = databaseWords(error);
    if (words === undefined) throw error;
    return `DATABASE_URL: ${words}`;
  } finally {
    client?.end().catch(() => undefined);
  }
}

/** PostgreSQL's refusals that no waiting changes. */
const DATABASE_WORDS: Readonly<Record<string, string>> = {
  '28P01': 'the database refuses the user or the password',
  '28000': 'the database refuses the user, from this address or in this way (pg_hba.conf)',
  '3D000': 'the database of that name does not exist',
};
const UNTRUSTED =
  'the certificate of the database is not signed by an authority that this server trusts: ' +
  'name its file in the URL, sslmode=verify-full&sslrootcert=/path/to/ca.pem';
/** What is wrong with the certificate that the database shows, by Node's name for it. */
const CERTIFICATE_WORDS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  CERT_HAS_EXPIRED: 'the certificate of the database has expired',
  CERT_NOT_YET_VALID: 'the certificate of the database is not valid yet: compare the clocks of both machines',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the database is for another host name than the URL has',
};

function databaseWords(error: unknown): string | undefined {
  const code = codeOf(error);
  const text = error instanceof Error ? error.message : '';
  if (code === '28000' && text.includes('no encryption')) {
    return 'the database takes encrypted connections only: add ?sslmode=verify-full&sslrootcert=/path/to/ca.pem';
  }
  if (text === 'The server does not support SSL connections') {
    return 'the database does not encrypt connections (ssl in postgresql.conf), and the URL has an sslmode';
  }
  const isFile = error instanceof Error && 'syscall' in error && error.syscall === 'open';
  if (isFile) return `the file of sslrootcert cannot be read (${code})`;
  return DATABASE_WORDS[code] ?? CERTIFICATE_WORDS[code];
}

async function lookAtBucket(settings: NonNullable<Places['s3']>): Promise<Noticed> {
  const s3 = await import('./adapters/s3/files.ts');
  return answered('UPLOADS_S3_BUCKET: the bucket', () => askBucket(s3, settings));
}

async function askBucket(
  { createS3Files }: typeof import('./adapters/s3/files.ts'),
  settings: NonNullable<Places['s3']>,
): Promise<string | undefined> {
  const { marked } = createS3Files({ settings, lifeMs: 0 });
  try {
    await marked.readKind();
    return undefined;
  } catch (error) {
    const name = nameOf(error);
    const words = BUCKET_WORDS[name];
    if (words === undefined) throw error;
    return words;
  }
}

const KEYS = 'AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY: the bucket’s server refuses';
const REGION = 'AWS_REGION is not the region of the bucket';
/** The bucket's refusals that no waiting changes. */
const BUCKET_WORDS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'UPLOADS_S3_BUCKET: there is no bucket of that name',
  InvalidAccessKeyId: `${KEYS} the account`,
  SignatureDoesNotMatch: `${KEYS} the key`,
  AccessDenied: `${KEYS} to let this account read the bucket`,
  PermanentRedirect: REGION,
  AuthorizationHeaderMalformed: REGION,
  CredentialsProviderError: 'AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY are not set, and this machine has no role',
};

/**
 * The problem that a look has found; a note where nobody answered, or not in time. The time is the network's: what a
 * look needs is loaded before, which takes a slow machine seconds.
 */
async function answered(what: string, look: () => Promise<string | undefined>): Promise<Noticed> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error(), { code: 'no answer' })), LONGEST_MS);
  });
  try {
    const problem = await Promise.race([look(), late]);
    return problem === undefined ? undefined : { problem };
  } catch (error) {
    return { note: `${what} cannot be reached (${codeOf(rootOf(error))}): the server waits for it` };
  } finally {
    clearTimeout(timer);
  }
}

/** What is behind our own words. */
function rootOf(error: unknown): unknown {
  return error instanceof AppError && error.cause !== undefined ? rootOf(error.cause) : error;
}

function nameOf(error: unknown): string {
  const root = rootOf(error);
  return root instanceof Error ? root.name : '';
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}
