import { AppError } from '../errors.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string | null | undefined): text is string => UUID.test(text ?? '');

/** The `:id` of a request, in lower case; throws MALFORMED_REQUEST for anything but a UUID. */
export function readId(text: string | undefined): string {
  if (!isUuid(text)) throw new AppError('MALFORMED_REQUEST', { detail: 'The id must be a UUID.' });
  return text.toLowerCase();
}
