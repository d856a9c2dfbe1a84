import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the internal ports of a running platform, which its processes name in their logs when they are ready. */
export function internalPorts<Name extends string>(dataDir: string, names: readonly Name[]): Record<Name, number> {
  const entries = names.map((name) => {
    const lines = readFileSync(join(dataDir, 'logs', `${name}.log`), 'utf8').split('\n');
    const ready = lines.map(parsed).findLast(({ msg }) => msg === 'ready' || msg === 'listening');
    return [name, Number(ready?.internal_port ?? ready?.port)] as const;
  });
  return Object.fromEntries(entries) as Record<Name, number>;
}

function parsed(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    // The launcher writes lines of its own.
    return {};
  }
}
