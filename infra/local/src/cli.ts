import { OperatorError } from '@docfolio/process/operator-error';
import { UnusableStoreError } from '@docfolio/service-kit/unusable-store';
import { MissingPrerequisite } from '../bootstrap/system.mjs';
import { MissingServerError } from './backing/backing-server.js';
import { PortTakenError } from './platform.js';
import { DataHeldError } from './supervisor/data-lock.js';
import { StartError } from './supervisor/supervised-process.js';

type Command = (args: string[]) => Promise<number>;

/** By name, which `bootstrap/commands.mjs` lists too. */
export const commands: Record<string, () => Promise<Command>> = {
  start: async () => (await import('./commands/start.js')).start,
  dev: async () => (await import('./commands/dev.js')).dev,
  test: async () => (await import('./commands/test.js')).test,
  affected: async () => (await import('./commands/affected.js')).affected,
  docfolio: async () => (await import('./commands/docfolio.js')).docfolio,
  bench: async () => (await import('./commands/bench.js')).bench,
  docs: async () => (await import('./commands/docs.js')).docs,
  verify: async () => (await import('./commands/verify.js')).verify,
};

function since(iso: string): string {
  const minutes = Math.round((Date.now() - Date.parse(iso)) / 60_000);
  if (minutes < 1) return 'less than a minute ago';
  return minutes < 120 ? `${minutes} min ago` : `${Math.round(minutes / 60)} hours ago`;
}

/** Returns the message for an expected error, such as a missing program or a used port; undefined for any other. */
export function explain(error: unknown): string | undefined {
  if (error instanceof DataHeldError) {
    const { dataDir, holder } = error;
    return [
      `Docfolio already runs on ${dataDir}: process ${holder.pid}, since ${holder.since} (${since(holder.since)}), ${holder.url}`,
      'Stop it first (Ctrl-C there), or start another one on its own data: DATA_DIR=.data-2 PORT=4300 npm start',
    ].join('\n');
  }
  if (error instanceof PortTakenError) {
    return `${error.message}\nRun on another one: PORT=${error.port + 100} npm start`;
  }
  if (error instanceof StartError) return `${error.summary}. The end of ${error.logPath}:\n\n${error.log}`;
  const known = [UnusableStoreError, OperatorError, MissingServerError, MissingPrerequisite];
  return known.some((kind) => error instanceof kind) ? (error as Error).message : undefined;
}

export async function main(command: string, args: string[]): Promise<number> {
  const load = commands[command];
  if (!load) {
    console.error(`Unknown command "${command}". Known: ${Object.keys(commands).join(', ')}.`);
    return 1;
  }
  try {
    const run = await load();
    return await run(args);
  } catch (error) {
    console.error(`\n${explain(error) ?? (error instanceof Error ? error.stack : String(error))}\n`);
    return 1;
  }
}
