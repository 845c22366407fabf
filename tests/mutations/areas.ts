import { adapters } from './lists/adapters.ts';
import { advice, agents, migrations, wizard } from './lists/advice.ts';
import { headersAndFiles, serviceWorker } from './lists/browser-policy.ts';
import { desk, devTools, forms, landing } from './lists/desk.ts';
import { domain } from './lists/domain.ts';
import { drafts } from './lists/drafts.ts';
import { handover } from './lists/handover.ts';
import { locking } from './lists/locking.ts';
import { masking } from './lists/masking.ts';
import { nodes } from './lists/nodes.ts';
import { outbox } from './lists/outbox.ts';
import { pages } from './lists/pages.ts';
import { personalData } from './lists/persons.ts';
import { scans } from './lists/scans.ts';
import { sealed } from './lists/sealed.ts';
import { submission } from './lists/submission.ts';
import { uploads } from './lists/uploads.ts';
import type { Mutation } from './mutation.ts';

/** What can be broken, by area of the product. */
export const AREAS: Readonly<Record<string, readonly Mutation[]>> = {
  domain,
  submission,
  adapters,
  drafts,
  outbox,
  uploads,
  handover,
  locking,
  scans,
  pages,
  desk,
  landing,
  'dev-tools': devTools,
  forms,
  agents,
  advice,
  wizard,
  migrations,
  masking,
  'personal-data': personalData,
  nodes,
  'shared-computer': sealed,
  headers: headersAndFiles,
  'service-worker': serviceWorker,
};
