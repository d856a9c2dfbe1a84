import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, YAMLSeq } from 'yaml';

export interface ComposeService {
  image: string;
  build?: { dockerfile: string; target: string };
  command?: string[];
  entrypoint?: string[];
  user?: string;
  environment?: Record<string, string | number>;
  volumes?: (string | { type: string; source: string; target: string; read_only?: boolean })[];
  ports?: string[];
  networks?: string[];
  network_mode?: string;
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test: string[]; disable?: boolean };
  restart?: string;
  profiles?: string[];
  stop_grace_period?: string;
  mem_limit?: string;
  pids_limit?: number;
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  logging?: { driver: string; options: Record<string, string> };
  [other: string]: unknown;
}

export interface ComposeFile {
  services: Record<string, ComposeService>;
  networks?: Record<string, { internal?: boolean }>;
  volumes?: Record<string, unknown>;
}

export interface Mount {
  source: string;
  target: string;
  readOnly: boolean;
}

export const root = join(__dirname, '../../../..');

export const readText = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Compose's YAML tag `!reset`: removes the value of the previous file instead of adding to it. */
const reset = { tag: '!reset', collection: 'seq' as const, nodeClass: YAMLSeq };

export function readComposeFile(path: string): ComposeFile {
  return parse(readText(path), { merge: true, customTags: [reset] }) as ComposeFile;
}

export function mountsOf({ volumes = [] }: ComposeService): Mount[] {
  return volumes.map((volume) => {
    if (typeof volume !== 'string') {
      return { source: volume.source, target: volume.target, readOnly: volume.read_only === true };
    }
    const [source = '', target = '', mode = 'rw'] = volume.split(':');
    return { source, target, readOnly: mode === 'ro' };
  });
}

/** Returns the ENV values of a target of infra/docker/Dockerfile, with those of its base stages. */
export function imageEnvironment(target: string): Record<string, string> {
  const stages = new Map<string, Record<string, string>>();
  let current: Record<string, string> = {};
  for (const line of readText('infra/docker/Dockerfile').replaceAll('\\\n', ' ').split('\n')) {
    const [, base = '', name = ''] = /^FROM (\S+) AS (\S+)$/.exec(line) ?? [];
    if (name) {
      current = { ...stages.get(base) };
      stages.set(name, current);
    }
    if (line.startsWith('ENV ')) {
      for (const [, key = '', value = ''] of line.matchAll(/(\w+)=(\S+)/g)) current[key] = value;
    }
  }
  const environment = stages.get(target);
  if (!environment) throw new Error(`infra/docker/Dockerfile has no target ${target}`);
  return environment;
}
