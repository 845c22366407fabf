import * as v from 'valibot';
import type { Access } from '../transfer/transfer-calls.ts';
import { splitHeader, withHeader } from '../with-header.ts';

const schema = v.object({
  slot: v.string(),
  next: v.exactOptional(v.object({ id: v.string(), secret: v.string() })),
});

/** A document from the phone, with the slot that it is for. */
export interface PhoneDocument {
  readonly file: File;
  readonly slot: string;
  /** The transfer by which the computer receives the next document. Absent after the last one. */
  readonly next?: Access | undefined;
}

/** Puts slot and next transfer before the bytes of the file, so that they are encrypted with it. */
export const packDocument = ({ file, slot, next }: PhoneDocument): File =>
  new File([...withHeader({ slot, ...(next && { next }) }, [file])], file.name, { type: file.type });

/** Undefined if `file` was not made by `packDocument`. */
export async function unpackDocument(file: File): Promise<PhoneDocument | undefined> {
  const opened = await splitHeader(file);
  const about = v.safeParse(schema, opened?.about);
  if (opened === undefined || !about.success) return undefined;
  return { ...about.output, file: new File([opened.bytes], file.name, { type: file.type }) };
}
