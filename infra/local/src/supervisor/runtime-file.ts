import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, writeJson } from './json-file.js';
import { isAlive, type ProcessIdentity, signal, startTime } from './process-identity.js';

export interface RuntimeChild extends ProcessIdentity {
  name: string;
  stage: number;
}

/** What a running platform tells other commands, and the next start about what it may find running. */
export interface Runtime {
  pid: number;
  url: string;
  /** Environment with which a command reaches the same databases. */
  connection: Record<string, string>;
  children: RuntimeChild[];
}

const pathIn = (dataDir: string): string => join(dataDir, 'runtime.json');

export const readRuntime = (dataDir: string): Runtime | undefined => readJson<Runtime>(pathIn(dataDir));

/** After a complete stop: it may hold the addresses of databases. */
export const removeRuntime = (dataDir: string): void => rmSync(pathIn(dataDir), { force: true });

/** Records the children that are alive now, each with its start time. */
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
    // Somebody else's child tells nobody here when it ends.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return true;
}

/**
 * Ends children that an earlier run left, in their stop order: only processes that still are the recorded ones.
 * @returns their names
 */
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
