import { type ConnectionState, selectAnswered } from '#platform/connection.ts';
import type { DocumentState, DocumentsRoot } from '../documents-slice.ts';

/** The part of the state that shows whether something else needs the connection. */
export interface ConnectionUse extends DocumentsRoot {
  readonly connection: ConnectionState;
}

/** In these states a document is being sent, or is about to be. */
const ON_ITS_WAY: readonly DocumentState[] = ['checking', 'waiting', 'uploading', 'retrying'];

/**
 * Whether the scripts that inspect documents may be fetched now: our server is known to answer, and no document of the
 * page needs the connection. They are half a megabyte, which on a bad connection would hold an upload up.
 */
export const selectIsConnectionIdle = (state: ConnectionUse): boolean =>
  selectAnswered(state) &&
  !Object.values(state.documents ?? {}).some((draft) =>
    Object.values(draft).some((document) => ON_ITS_WAY.includes(document.state)),
  );
