import { hash, scryptSync } from 'node:crypto';
import type { ServerConfig } from './config.ts';
import { SETTINGS, type Setting } from './settings.ts';

/** What decides, beside the services and their accounts, what becomes of an application. */
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
/** Guessing what is behind a short value costs this much for each guess; a start has some twenty of them. */
const COST = { N: 4096 };

/**
 * What every node on one database must have alike, by the variable's name: unreadable, since a database's backups are
 * read by more people than an environment. `salt` is that of the database. The simulated services of demo mode are each
 * node's own.
 */
export function fingerprintOf(config: ServerConfig, salt: string): Readonly<Record<string, string>> {
  const values = new Map<string, unknown>(Object.entries(config));
  const shared = Object.entries<Setting>(SETTINGS).filter(([, { variable, service, requiredBy }]) => {
    return SHARED.includes(variable) || (!config.demo && (service !== undefined || requiredBy !== undefined));
  });
  const entries = shared.map(([name, { variable }]) => {
    const value = values.get(name);
    const text = value === undefined ? 'unset' : `set to ${String(value)}`;
    return [variable, scryptSync(text, `${salt} ${variable}`, 16, COST).toString('hex')];
  });
  return Object.fromEntries(entries);
}

/**
 * The key under which addresses of clients are hashed. It is made of the services' addresses and accounts, which every
 * node has alike and no backup of a database holds; after a change of one of them clients are counted anew.
 */
export function clientKeyOf(config: ServerConfig): string {
  const values = new Map<string, unknown>(Object.entries(config));
  const services = Object.entries<Setting>(SETTINGS).filter(([, { service, requiredBy }]) => service ?? requiredBy);
  return hash('sha256', JSON.stringify(services.map(([name]) => values.get(name) ?? null)));
}
