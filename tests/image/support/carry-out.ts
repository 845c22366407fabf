import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Instruction, readDockerfile, type Stage } from './dockerfile.ts';

/** Where a RUN of a stage is executed. */
export interface Place {
  /** The folder that acts as the stage's `/`. */
  readonly root: string;
  /** The stage's working folder, below `root`. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The last stage after its execution: the start of a container. */
export interface Image extends Place {
  /** A Node version, as in the tag of its base image. */
  readonly node: string;
  readonly user: string | undefined;
  readonly volumes: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

/** Instructions without an effect here, because they only describe the image. */
const DESCRIBING = new Set(['ARG', 'EXPOSE', 'STOPSIGNAL', 'USER', 'VOLUME', 'CMD', 'HEALTHCHECK']);

/**
 * Executes the steps of a Dockerfile without a container engine, in folders below `into`, one for each stage. It copies
 * files, applies `.dockerignore`, and gives each RUN to `run`. Throws at an unknown instruction or a missing file, and
 * with the error of `run`.
 */
export async function carryOut(
  context: string,
  into: string,
  run: (command: string, place: Place) => Promise<void>,
): Promise<Image> {
  const stages = readDockerfile(readFileSync(path.join(context, 'Dockerfile'), 'utf8'));
  const isIgnored = readIgnored(context);
  const roots = new Map<string, string>();
  let last: { stage: Stage; place: Place } | undefined;
  for (const [i, stage] of stages.entries()) {
    const root = path.join(into, stage.name ?? `stage-${i}`);
    let place: Place = { root, cwd: root, env: {} };
    for (const { name, text } of stage.instructions) {
      if (name === 'ENV') place = { ...place, env: { ...place.env, ...readPairs(text) } };
      else if (name === 'WORKDIR') place = { ...place, cwd: path.join(root, text) };
      else if (name === 'COPY') await copy(text, place, { context, isIgnored, roots });
      else if (name === 'RUN') await run(text, place);
      else if (!DESCRIBING.has(name)) throw new Error(`${name} needs a container engine`);
      await mkdir(place.cwd, { recursive: true });
    }
    if (stage.name !== undefined) roots.set(stage.name, root);
    last = { stage, place };
  }
  if (last === undefined) throw new Error('The Dockerfile has no stage');
  return { ...last.place, ...described(last.stage) };
}

function described({ from, instructions }: Stage): Omit<Image, keyof Place> {
  const textOf = (name: string) => instructions.findLast((one: Instruction) => one.name === name)?.text;
  const words = (text = '') => JSON.parse(text.slice(text.indexOf('['))) as string[];
  return {
    node: /^node:(\d+\.\d+\.\d+)/.exec(from)?.[1] ?? '',
    user: textOf('USER'),
    volumes: instructions.filter(({ name }) => name === 'VOLUME').map(({ text }) => text),
    command: words(textOf('CMD')),
    healthcheck: words(textOf('HEALTHCHECK')),
  };
}

const readPairs = (text: string) =>
  Object.fromEntries(text.split(/\s+/).map((pair) => pair.split('=', 2) as [string, string]));

interface Sources {
  readonly context: string;
  readonly isIgnored: (file: string) => boolean;
  /** The previous stages, by name. */
  readonly roots: ReadonlyMap<string, string>;
}

async function copy(text: string, { cwd }: Place, { context, isIgnored, roots }: Sources): Promise<void> {
  const words = text.split(/\s+/);
  const stage = /^--from=(\S+)$/.exec(words[0] ?? '')?.[1];
  const from = stage === undefined ? context : roots.get(stage);
  if (from === undefined) throw new Error(`There is no stage ${stage} before this one`);
  const [target = '', ...sources] = words.slice(stage === undefined ? 0 : 1).toReversed();
  for (const source of sources) {
    const place = path.join(from, source);
    if (!existsSync(place)) throw new Error(`COPY ${text}: there is no ${source}`);
    const isIntoFolder = target.endsWith('/');
    const to = path.join(cwd, target, isIntoFolder ? path.basename(source) : '');
    const filter = (file: string) => stage !== undefined || !isIgnored(path.relative(context, file));
    await cp(place, to, { recursive: true, verbatimSymlinks: true, filter });
  }
}

/** Reads `.dockerignore`; each line is the name of a file or folder in the context. */
function readIgnored(context: string): (file: string) => boolean {
  const names = readFileSync(path.join(context, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const special = names.filter((name) => /[*!?]/.test(name));
  if (special.length > 0) throw new Error(`Only plain names are understood in .dockerignore: ${special.join(', ')}`);
  return (file) => names.includes(file.split(path.sep)[0] ?? '');
}
