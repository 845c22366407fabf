/** Permanent refusals of PostgreSQL. */
const DATABASE_WORDS: Readonly<Record<string, string>> = {
  '28P01': 'the database refuses the user or the password',
  '28000': 'the database refuses the user, from this address or in this way (pg_hba.conf)',
  '3D000': 'the database of that name does not exist',
};
const UNTRUSTED =
  'the certificate of the database is not signed by an authority that this server trusts: ' +
  'name its file in the URL, sslmode=verify-full&sslrootcert=/path/to/ca.pem';
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

/** The message to the operator about a permanent refusal; undefined for any other error of a connection. */
export function refusalOf(error: unknown): string | undefined {
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

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}
