import { AsyncLocalStorage } from 'node:async_hooks';
import { describeError } from '@docfolio/process/described-error';
import { currentScope, type Scope } from '@docfolio/process/scope';
import { RecentErrors } from '@docfolio/process/system/recent-errors';
import { activeTraceId } from '@docfolio/process/tracing/tracer';
import { withoutValues } from '@docfolio/process/without-values';
import type { LoggerService } from '@nestjs/common';
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';

export type { Logger } from 'pino';

/** The call that a write is recorded for in the audit trail. */
export interface AuditContext {
  /** Id of the call's entry. */
  entryId: string;
  /** Key of the operation. */
  operation: string;
  requestId: string;
  /** Null for visitors and the platform itself. */
  actor: { user_id: string; email: string } | null;
  /** Whether the platform does it by itself. Default: false. */
  automatic?: boolean;
}

export interface RequestContext {
  requestId: string;
  /** Undefined: writes are not recorded. */
  audit?: AuditContext | undefined;
}

/** Context of the request, event or job in progress. Lines logged within it carry its `requestId`, and that of its trace. */
export const requestContext = new AsyncLocalStorage<RequestContext>();

export const loggerToken = Symbol('Logger');

/** pino's level of errors. */
const errorLevel = 50;

const errorsOfLoggers = new WeakMap<Logger, RecentErrors>();

/**
 * Creates a JSON logger on standard output. It removes email addresses and the database drivers' data from `err`, and
 * groups its errors for `recentErrorsOf`. @param output Default: standard output
 */
export function createLogger(name: string, level: string, output?: DestinationStream): Logger {
  const errors = new RecentErrors();
  const options: LoggerOptions = {
    ...loggerOptions(name, level),
    hooks: {
      logMethod(args, method, lineLevel) {
        if (lineLevel >= errorLevel) errors.addLine(args, requestContext.getStore()?.requestId);
        method.apply(this, args);
      },
    },
  };
  const logger = output ? pino(options, output) : pino(options);
  errorsOfLoggers.set(logger, errors);
  return logger;
}

/** Returns the errors that a logger of `createLogger` has logged lately; undefined for other loggers. */
export function recentErrorsOf(logger: Logger): RecentErrors | undefined {
  return errorsOfLoggers.get(logger);
}

export function loggerOptions(name: string, level: string): LoggerOptions {
  return {
    name,
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
    mixin: () => {
      const context = requestContext.getStore();
      const traceId = activeTraceId();
      return {
        ...(context && { request_id: context.requestId }),
        ...(traceId !== undefined && { trace_id: traceId }),
      };
    },
  };
}

/** Nest has one logger per Node process, that of the application created last. Each scope has its own here. */
const loggersOfScopes = new WeakMap<Scope, Logger>();

export class NestPinoLogger implements LoggerService {
  constructor(private readonly created: Logger) {
    const scope = currentScope();
    if (scope) loggersOfScopes.set(scope, created);
  }

  private get logger(): Logger {
    const scope = currentScope();
    return (scope && loggersOfScopes.get(scope)) ?? this.created;
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.logger.debug(context(rest), text(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    // Why the application cannot be created: its creator catches and logs that.
    if (rest.at(-1) === 'ExceptionHandler') return;
    this.logger.error({ ...context(rest), ...(message instanceof Error && { err: message }) }, text(message));
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.logger.warn(context(rest), text(message));
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.logger.trace(context(rest), text(message));
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.logger.trace(context(rest), text(message));
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.logger.fatal(context(rest), text(message));
  }
}

/** Returns the name of the logging class, which Nest passes as the last argument. */
function context(rest: unknown[]): { context?: string } {
  const last = rest.at(-1);
  return typeof last === 'string' ? { context: last } : {};
}

function text(message: unknown): string {
  return withoutValues(message instanceof Error ? message.message : String(message));
}
