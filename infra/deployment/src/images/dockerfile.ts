export interface Instruction {
  name: string;
  args: string;
}

export interface Stage {
  name: string;
  base: string;
  instructions: Instruction[];
}

/** Splits a Dockerfile into stages, without comments and what precedes the first FROM. Joins continued lines. */
export function parseDockerfile(text: string): Stage[] {
  const stages: Stage[] = [];
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\\\n/g, ' ')
    .split('\n');
  for (const line of lines) {
    const match = /^\s*([A-Za-z]+)\s+(.*)$/.exec(line);
    if (!match) continue;
    const [name, args] = [match[1]!.toUpperCase(), match[2]!.trim()];
    const from = /^(?:--\S+\s+)*(\S+)(?:\s+AS\s+(\S+))?$/i.exec(args);
    if (name === 'FROM' && from) stages.push({ name: from[2] ?? '', base: from[1]!, instructions: [] });
    else stages.at(-1)?.instructions.push({ name, args });
  }
  return stages;
}

/** Returns the arguments of the last instruction of a name in a stage or, without one, in its base stages. */
export function effective(stages: Stage[], stage: Stage, name: string): string | undefined {
  const own = stage.instructions.findLast((instruction) => instruction.name === name);
  if (own) return own.args;
  const base = stages.find((candidate) => candidate.name === stage.base);
  return base && effective(stages, base, name);
}

/** Reports ADD, and syntax that the classic builder of Docker 20.10 does not support. */
export function builderProblems(stages: Stage[]): string[] {
  return stages.flatMap((stage) =>
    stage.instructions.flatMap(({ name, args }) => {
      const where = `${stage.name}: ${name}`;
      if (name === 'RUN' && /^--/.test(args)) return [`${where} has a flag of BuildKit`];
      if (['RUN', 'COPY'].includes(name) && /<<-?['"]?\w/.test(args)) return [`${where} has a heredoc`];
      if (['COPY', 'ADD'].includes(name) && /--(?:chmod|link|parents|exclude)\b/.test(args)) {
        return [`${where} has a flag of BuildKit`];
      }
      if (name === 'ADD') return [`${where}: COPY does the same for files`];
      return [];
    }),
  );
}

export function targetProblems(stages: Stage[], targets: string[]): string[] {
  return targets.flatMap((target) => {
    const stage = stages.find(({ name }) => name === target);
    if (!stage) return [`there is no target ${target}`];
    const problems: string[] = [];
    if (effective(stages, stage, 'USER') !== '1000:1000') problems.push('USER is not 1000:1000');
    if (effective(stages, stage, 'HEALTHCHECK') === undefined) problems.push('no HEALTHCHECK');
    if (/\bnode\b/.test(effective(stages, stage, 'HEALTHCHECK') ?? '')) problems.push('HEALTHCHECK starts Node');
    if (effective(stages, stage, 'ENTRYPOINT') !== '["tini", "--"]') problems.push('ENTRYPOINT is not tini');
    if (!effective(stages, stage, 'CMD')?.startsWith('["node", ')) problems.push('CMD is not Node in exec form');
    const labels = stage.instructions.filter(({ name }) => name === 'LABEL').map(({ args }) => args);
    for (const label of ['title', 'description', 'version', 'revision']) {
      if (!labels.some((args) => args.includes(`org.opencontainers.image.${label}=`)))
        problems.push(`no ${label} label`);
    }
    return problems.map((problem) => `${target}: ${problem}`);
  });
}
