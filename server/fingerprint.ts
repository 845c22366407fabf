import { hash, scryptSync } from 'node:crypto';
import type { ServerConfig } from './config.ts';
import { SETTINGS, type Setting } from './settings.ts';

/** The settings, beside the services and their accounts, that affect the processing of applications. */
const SHARED: readonly string[] = [
  'TIME_ZONE',
  'UPLOADS_S3_BUCKET',
  'UPLOADS_S3_ENDPOINT',
  'AGENT_FLOW_MOCK',
  'FILE_WORKFLOW_MAX_BYTES',
  'RETENTION_DAYS',
  'RECORDS_UNKNOWN_OUTCOME',
  'UNKNOWN_OUTCOME',
];
/** The cost of the hash, since a database's backups are read by more people than an environment. */
const COST = { N: 16_384 };

/** A digest of the settings that all nodes of a database should share. In demo mode each node has its own services. */
export function settingsDigest(config: ServerConfig): string {
  const shared = ({ variable, service, requiredBy }: Setting) =>
    SHARED.includes(variable) || (!config.demo && (service ?? requiredBy) !== undefined);
  return scryptSync(valuesOf(config, shared), 'settings', 16, COST).toString('hex');
}

/** A key from the services' addresses and accounts: all nodes have it, no backup does. A change restarts counts. */
export function clientKeyOf(config: ServerConfig): string {
  return hash(
    'sha256',
    valuesOf(config, ({ service, requiredBy }) => (service ?? requiredBy) !== undefined),
  );
}

function valuesOf(config: ServerConfig, isMeant: (setting: Setting) => boolean): string {
  const values = new Map<string, unknown>(Object.entries(config));
  const meant = Object.entries<Setting>(SETTINGS).filter(([, setting]) => isMeant(setting));
  return JSON.stringify(meant.map(([name]) => values.get(name) ?? null));
}
