import { AsyncLocalStorage } from 'node:async_hooks';
import { inspect } from 'node:util';
import type { BuildName } from './build-notes.js';

/** The build whose code runs. Its timers and promises have it, too. */
const running = new AsyncLocalStorage<BuildName>();

/** Runs code of a build, so that what it does later is known to be its own. */
export function runAs<T>(name: BuildName, work: () => T): T {
  return running.run(name, work);
}

export interface GuardOptions {
  /** Folder of the build cache: code of `<directory>/<remote>/<build>/` is that of a build. */
  directory: string;
  /** Called when a build did what would end the process. @param reason for people */
  onBroken(name: BuildName, reason: string): void;
}

/**
 * Keeps code of deployed builds from ending the process: their unhandled errors are reported, and `process.exit()`
 * throws. Everything else ends the process as without this. Builds are signed: it is no protection against malice.
 */
export function guardProcess({ directory, onBroken }: GuardOptions): void {
  const inStack = new RegExp(
    `${directory.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}/([a-z0-9-]+)/([0-9a-f]{7}-[0-9a-f]{8})/`,
  );
  const buildOf = (error: unknown): BuildName | undefined => {
    const [, remote, build] = inStack.exec(stackOf(error)) ?? [];
    return remote !== undefined && build !== undefined ? { remote, build } : running.getStore();
  };
  // What follows from a report is not the build's code.
  const report = (name: BuildName, reason: string) => running.exit(() => onBroken(name, reason));
  const handle = (error: unknown) => {
    const name = buildOf(error);
    if (name) return report(name, `an error that nothing handled: ${textOf(error)}`);
    // What Node does without a listener.
    process.stderr.write(`Uncaught:\n${inspect(error)}\n`);
    process.exit(1);
  };
  process.on('uncaughtException', handle);
  process.on('unhandledRejection', handle);
  for (const method of ['exit', 'reallyExit', 'abort', 'kill'] as const) {
    const original = (process as unknown as Record<string, (...args: unknown[]) => unknown>)[method]!;
    const guarded = (...args: unknown[]) => {
      const refused = new Error(`a build called process.${method}(), which is refused`);
      const name = buildOf(refused);
      if (!name) return original.apply(process, args);
      report(name, refused.message);
      throw refused;
    };
    Object.defineProperty(process, method, { value: guarded, configurable: true, writable: true });
  }
}

const stackOf = (error: unknown) => (error instanceof Error ? String(error.stack) : '');
const textOf = (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error));
