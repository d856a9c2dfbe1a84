import { inspect } from 'node:util';
import { createLogger, type Logger } from '@docfolio/service-kit/logging';

/** Returns a logger that appends what it is given to `lines`, for tests of what must not be logged. */
export function recordingLogger(lines: string[]): Logger {
  const logger = createLogger('gateway', 'silent');
  for (const level of ['debug', 'info', 'warn', 'error', 'fatal'] as const)
    logger[level] = ((...said: unknown[]) => lines.push(inspect(said, { depth: 8 }))) as never;
  return logger;
}
