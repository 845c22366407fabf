import type { DocumentServices } from '#features/documents/documents-engine.ts';
import { createDraftServices, type DraftServices, type RemoveOld } from '#features/drafts/draft-services.ts';
import type { SubmissionServices } from '#features/submission/submission-services.ts';
import type { ConnectionServices } from '#platform/connection.ts';
import { rootReducer } from './root-reducer.ts';

/**
 * Services that many parts of the page need and the state cannot hold: connections, timers, files, other tabs. Every
 * thunk gets them as `extraArgument`, every listener as `extra`. Each feature has an interface for its services. A
 * service of a later script is made at its first use and kept here.
 */
export interface Services extends ConnectionServices, DraftServices, DocumentServices, SubmissionServices {
  /** Adds a slice that comes with the scripts of a feature. */
  readonly inject: typeof rootReducer.inject;
}

/** The services of one store. `replaceDrafts` replaces the reducer of the drafts. */
export const createServices = (replaceDrafts: DraftServices['replaceDrafts']): Services => ({
  inject: rootReducer.inject,
  ...createDraftServices({ replaceDrafts, loadCleanups }),
});

/** Loaded here because the views that these notes belong to may never be opened again. */
async function loadCleanups(): Promise<readonly RemoveOld[]> {
  const [notes, drafts, findings] = await Promise.all([
    import('#features/submission/sent-records.ts'),
    import('#features/drafts/draft-notes.ts'),
    import('#features/preflight/confirmed-findings.ts'),
  ]);
  const { listSent, listUnsent } = notes;
  return [listSent, listUnsent, drafts.listEnded, drafts.removeOldHandovers, findings.removeOldConfirmed];
}
