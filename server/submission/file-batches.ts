/** Bytes of the file workflow's JSON around the entries, and of an entry around its name and content. */
const AROUND = Buffer.byteLength('{"subject":"","files":[]}');
const AROUND_ENTRY = Buffer.byteLength(',{"filename":"","content":""}');

interface File {
  readonly filename: string;
  readonly size: number;
}

/** At most as many bytes as one call with these files has. */
export function callBytes(subject: string, files: readonly File[]): number {
  const quoted = (text: string) => Buffer.byteLength(JSON.stringify(text));
  return files.reduce(
    (sum, { filename, size }) => sum + AROUND_ENTRY + quoted(filename) + Math.ceil(size / 3) * 4,
    AROUND + quoted(subject),
  );
}

/**
 * Files in as few calls as their order allows, none over `maxBytes` (contract §2 `FILE_WORKFLOW_MAX_BYTES`); one call
 * without a limit. Undefined when a file is too large for a call of its own. The same files always give the same
 * batches, so that every repetition uses the same keys for the same files.
 */
export function batches<F extends File>(
  subject: string,
  files: readonly F[],
  maxBytes: number | undefined,
): readonly (readonly F[])[] | undefined {
  if (maxBytes === undefined) return [files];
  const calls: F[][] = [];
  for (const file of files) {
    const last = calls.at(-1);
    if (last && callBytes(subject, [...last, file]) <= maxBytes) last.push(file);
    else if (callBytes(subject, [file]) <= maxBytes) calls.push([file]);
    else return undefined;
  }
  return calls;
}
