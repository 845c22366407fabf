import { sql } from 'kysely';

/**
 * Whether the current body of an upload's draft names it. This is asked beside `claimed` where something is to be
 * removed, since a node of the release before writes bodies without claiming anything. Goes with the release after.
 */
export const namedByBody = sql<boolean>`exists (
  select 1 from submissions join bodies on bodies.submission_id = submissions.id and bodies.revision = submissions.revision
  where submissions.id = uploads.draft_id and submissions.purged_at is null
    and bodies.body like '%' || uploads.id || '%'
)`;
