/** One instruction of a Dockerfile, with continued lines joined: `COPY`, `src/domain src/domain`. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The instructions between one FROM and the next. */
export interface Stage {
  /** The base image. */
  readonly from: string;
  /** The name that later stages use. */
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

/** Reads a Dockerfile without its comments. Throws if an instruction comes before the first FROM. */
export function readDockerfile(text: string): readonly Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(?:#|$)/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  const stages: { from: string; name: string | undefined; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') {
      const [from = '', , as] = rest.split(/\s+/);
      stages.push({ from, name: as, instructions: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (name === '' || stage === undefined) throw new Error(`This line is not an instruction of a stage: ${line}`);
    stage.instructions.push({ name, text: rest });
  }
  return stages;
}
