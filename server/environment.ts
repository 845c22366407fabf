import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { nearestName } from './nearest-name.ts';
import { SETTINGS, type Setting } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What the process's environment, `.env` and the files of secrets say together. */
export interface EnvironmentRead {
  readonly values: Environment;
  /** What `.env` alone says. */
  readonly fromEnvFile: Environment;
  /** What keeps the server from starting, in words that name variables and never their values. */
  readonly problems: readonly string[];
  /** What the operator should know, and what may well be meant so. */
  readonly notes: readonly string[];
}

/** Set by Node and its tools, and read by this server beside its own settings. */
const NOT_OURS = /^(?:NODE_|AWS_)/;
/** A shorter name resembles too many others to be taken for a misspelling in the environment of a whole machine. */
const LONG_NAME = 6;

/**
 * Reads the environment with `.env` below it: what the process was given counts first. The value of a secret or an
 * address may be in a file instead, which `NAME_FILE` names. Nothing is thrown: everything that is wrong is in `problems`.
 */
export function readEnvironment(env: Environment, file: string): EnvironmentRead {
  const fromFile = readEnvFile(file);
  const together = { ...fromFile.values, ...env };
  const secrets = readSecretFiles(together);
  const names = checkNames(together, fromFile.values);
  return {
    values: { ...together, ...secrets.values },
    fromEnvFile: fromFile.values,
    problems: [...fromFile.problems, ...secrets.problems, ...names.problems],
    notes: names.notes,
  };
}

interface Part {
  readonly values: Environment;
  readonly problems: readonly string[];
}

function readEnvFile(file: string): Part {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = codeOf(error);
    return { values: {}, problems: code === 'ENOENT' ? [] : [`${file} is there and cannot be read (${code})`] };
  }
  const values = parseEnv(text);
  return { values, problems: cutValues(text, values).map((name) => `${name} in ${file} ${CUT}`) };
}

const CUT = 'has a # that would begin a comment: put the value in quotes, or a space before a comment';
const BEFORE_HASH = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*((?!["'`])[^#\n]*)#/gm;

/** The variables whose value Node ends at a `#` that no space is before, where others would read all of it. */
function cutValues(text: string, values: Environment): readonly string[] {
  return [...text.matchAll(BEFORE_HASH)]
    .filter(([, name = '', before = '']) => !/\s$/.test(before) && values[name] === before)
    .map(([, name = '']) => name);
}

function readSecretFiles(env: Environment): Part {
  const values: Record<string, string> = {};
  const problems: string[] = [];
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
  return { values, problems };
}

function checkNames(env: Environment, fromEnvFile: Environment): Omit<EnvironmentRead, 'values' | 'fromEnvFile'> {
  const settings = Object.values<Setting>(SETTINGS);
  const ours = settings.map(({ variable }) => variable);
  const files = settings.filter(({ secrecy }) => secrecy !== 'public').map(({ variable }) => `${variable}_FILE`);
  const known = [...ours, ...files];
  const problems: string[] = [];
  const notes: string[] = [];
  for (const name of Object.keys(env)) {
    const inFile = name in fromEnvFile;
    if (known.includes(name) || !env[name]?.trim()) continue;
    const candidates = inFile ? known : known.filter(({ length }) => length >= LONG_NAME);
    const meant = nearestName(name, candidates);
    if (meant !== undefined && !env[meant]?.trim()) problems.push(`${name} is no setting: did you mean ${meant}?`);
    else if (inFile && !NOT_OURS.test(name)) notes.push(`${name} in .env is no setting of this server`);
  }
  return { problems, notes };
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}
