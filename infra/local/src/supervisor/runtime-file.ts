import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, writeJson } from './json-file.js';
import { isAlive, type ProcessIdentity, signal, startTime } from './process-identity.js';

export interface RuntimeChild extends ProcessIdentity {
  name: string;
  stage: number;
}

/** State of a running platform, for other commands and for the next start, which ends leftover children. */
export interface Runtime {
  pid: number;
  url: string;
  /** The gateway, which responds even if the web process does not. Undefined until it has a port. */
  gatewayUrl?: string;
  connection: Record<string, string>;
  children: RuntimeChild[];
}

const pathIn = (dataDir: string): string => join(dataDir, 'runtime.json');

export const readRuntime = (dataDir: string): Runtime | undefined => readJson<Runtime>(pathIn(dataDir));

/** Removes the file after a complete stop, because it contains passwords. */
export const removeRuntime = (dataDir: string): void => rmSync(pathIn(dataDir), { force: true });

export function writeRuntime(
  dataDir: string,
  runtime: Omit<Runtime, 'children'>,
  roster: { name: string; pid: number; stage: number }[],
): void {
  const children = roster.flatMap((entry) => {
    const startedAt = startTime(entry.pid);
    return startedAt === undefined ? [] : [{ ...entry, startedAt }];
  });
  writeJson(pathIn(dataDir), { ...runtime, children });
}

async function gone(child: RuntimeChild, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (isAlive(child)) {
    if (performance.now() > deadline) return false;
    // There is no exit event for a process that is not our child.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}

/** Ends children of an earlier run in stop order, but no process that reuses an id. @returns the children's names */
export async function endLeftovers(dataDir: string, graceMs = 15_000): Promise<string[]> {
  const left = (readRuntime(dataDir)?.children ?? []).filter(isAlive);
  for (const stage of [...new Set(left.map((child) => child.stage))].sort((a, b) => a - b)) {
    const together = left.filter((child) => child.stage === stage);
    for (const child of together) {
      if (!isAlive(child)) continue;
      signal(child.pid, 'SIGTERM');
      signal(child.pid, 'SIGCONT');
    }
    await Promise.all(
      together.map(async (child) => {
        if (await gone(child, graceMs)) return;
        if (isAlive(child)) signal(child.pid, 'SIGKILL');
        await gone(child, graceMs);
      }),
    );
  }
  return left.map((child) => child.name);
}
