/** One line of a Dockerfile, continued lines joined: `COPY`, `src/domain src/domain`. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The lines between one FROM and the next. */
export interface Stage {
  /** The image that it begins with. */
  readonly from: string;
  /** What later stages call it. */
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

/** Reads a Dockerfile, comments left out. Throws if an instruction comes before the first FROM. */
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
    if (name === '' || stage === undefined) throw new Error(`This is no instruction of a stage: ${line}`);
    stage.instructions.push({ name, text: rest });
  }
  return stages;
}
