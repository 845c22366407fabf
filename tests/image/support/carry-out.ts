import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Instruction, readDockerfile, type Stage } from './dockerfile.ts';

/** Where a RUN of a stage is carried out. */
export interface Place {
  /** The folder that is used as the stage's `/`. */
  readonly root: string;
  /** The stage's working folder, below `root`. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The last stage, carried out: what a container would start with. */
export interface Image extends Place {
  /** A version of Node, as in the tag of the image that it begins with. */
  readonly node: string;
  readonly user: string | undefined;
  readonly volumes: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}

/** Says of the instruction what happens where no engine is: nothing, since it only describes the image. */
const DESCRIBING = new Set(['ARG', 'EXPOSE', 'STOPSIGNAL', 'USER', 'VOLUME', 'CMD', 'HEALTHCHECK']);

/**
 * Carries the steps of a Dockerfile out in folders below `into`, one for each stage, without a container engine: copies
 * what it copies, `.dockerignore` obeyed, and hands each RUN to `run`. Throws at an instruction that it does not know, at
 * one that copies what is not there, and with what `run` rejects with.
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
      else if (!DESCRIBING.has(name)) throw new Error(`${name} cannot be carried out without an engine`);
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
  /** The stages before, by name. */
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

/** By `.dockerignore`, of which each line is the name of a file or folder in the context. */
function readIgnored(context: string): (file: string) => boolean {
  const names = readFileSync(path.join(context, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const special = names.filter((name) => /[*!?]/.test(name));
  if (special.length > 0) throw new Error(`Only plain names are understood in .dockerignore: ${special.join(', ')}`);
  return (file) => names.includes(file.split(path.sep)[0] ?? '');
}
