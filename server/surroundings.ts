/** What a start finds: a problem that ends it, or a note on what it waits for. */
type Noticed = { readonly problem: string } | { readonly note: string } | undefined;

/** Longer than its own limits would let a database hold up an answer. */
const LONGEST_MS = 4_000;

/**
 * Asks the database once before a start. What it refuses is a problem; what does not answer may come, and the server waits
 * for it. Sentences name the variable, and nothing that is secret.
 */
export async function lookAtDatabase(databaseUrl: string): Promise<Noticed> {
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
    return { note: `${what} cannot be reached (${codeOf(error)}): the server waits for it` };
  } finally {
    clearTimeout(timer);
  }
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}
