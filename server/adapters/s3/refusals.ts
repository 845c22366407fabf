import { unavailable } from '../../errors.ts';

/** Throws UNAVAILABLE where no answer came, or one of a bucket in trouble; a refusal, which waiting does not change, as it is. */
export function waitable(error: unknown): never {
  const metadata = error instanceof Error && '$metadata' in error ? error.$metadata : undefined;
  const status = typeof metadata === 'object' && metadata && 'httpStatusCode' in metadata ? metadata.httpStatusCode : 0;
  throw typeof status === 'number' && status >= 400 && status < 500 ? error : unavailable(error);
}

const NOT_THERE = new Set(['NotFound', 'NoSuchKey', 'NoSuchUpload']);

/** Whether the bucket says that there is no such thing. */
export const isAbsent = (error: unknown): boolean => error instanceof Error && NOT_THERE.has(error.name);

/** Undefined for what is not there; throws any other error. */
export function absent(error: unknown): undefined {
  if (isAbsent(error)) return undefined;
  throw error;
}
