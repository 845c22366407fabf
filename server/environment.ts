import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { parseEnv } from 'node:util';
import { SETTINGS, type Setting } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The settings from the process's environment, `.env` and the files of secrets. */
export interface EnvironmentRead {
  readonly values: Environment;
  readonly fromEnvFile: Environment;
  /** Errors that prevent the start; they name variables, never values. */
  readonly problems: readonly string[];
  /** Warnings for the operator. */
  readonly notes: readonly string[];
}

/**
 * Reads the environment, then `.env` for variables that are not set. The value of a secret or an address may be in a file
 * named by `NAME_FILE`. Never throws: errors are in `problems`.
 */
export function readEnvironment(env: Environment, file: string): EnvironmentRead {
  const problems: string[] = [];
  const fromEnvFile = readEnvFile(file, problems);
  const together = { ...fromEnvFile, ...env };
  const values = { ...together, ...readSecretFiles(together, problems) };
  const notes = unknownNames(fromEnvFile).map((name) => `${name} in ${file} is no setting of this server`);
  return { values, fromEnvFile, problems, notes };
}

function readEnvFile(file: string, problems: string[]): Environment {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'ENOENT') problems.push(`${file} is there and cannot be read (${code})`);
    return {};
  }
}

function readSecretFiles(env: Environment, problems: string[]): Environment {
  const values: Record<string, string> = {};
  for (const { variable, secrecy } of Object.values<Setting>(SETTINGS)) {
    const named = `${variable}_FILE`;
    const file = env[named]?.trim();
    if (secrecy === 'public' || !file) continue;
    if (env[variable]?.trim()) {
      problems.push(`${variable} and ${named} are both set: keep one of them`);
      continue;
    }
    try {
      const value = readFileSync(file, 'utf8').trim();
      if (value === '') problems.push(`${named} names a file that is empty`);
      else values[variable] = value;
    } catch (error) {
      problems.push(`${named} names a file that cannot be read (${codeOf(error)})`);
    }
  }
  return values;
}

/** Set by Node and its tools, and read by this server beside its own settings. */
const NOT_OURS = /^(?:NODE_|AWS_)/;

/** Names that mean nothing here: misspelt, or for another program, such as POSTGRES_PASSWORD for compose. */
function unknownNames(fromEnvFile: Environment): readonly string[] {
  const known = new Set(Object.values<Setting>(SETTINGS).flatMap(({ variable }) => [variable, `${variable}_FILE`]));
  return Object.keys(fromEnvFile).filter((name) => !known.has(name) && !NOT_OURS.test(name));
}

/** Node reads NODE_EXTRA_CA_CERTS before `.env` and only warns. Returns what is wrong with the file, if anything is. */
export function trustCertificates(file: string): string | undefined {
  try {
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(file, 'utf8')]);
    return undefined;
  } catch {
    return 'NODE_EXTRA_CA_CERTS names a file that cannot be read, or has no certificate in PEM form';
  }
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}
