import { AsyncLocalStorage } from 'node:async_hooks';
import { Scoped } from '../scope.js';
import { type Attributes, type FinishedSpan, LiveSpan, noSpan, type Span, type SpanKind } from './span.js';
import { formatTraceparent, newSpanId, parseTraceparent, type TraceContext, traceIdOf } from './traceparent.js';

export interface SpanOptions {
  /** `server` and `consumer` spans begin the work of a process; others are only part of one. Default: `internal`. */
  kind?: SpanKind;
  attributes?: Attributes;
  /** `traceparent` of the caller in another process. Only from a trusted one: it decides whether spans are recorded. */
  parent?: string | undefined;
  /** `traceparent` of what caused this work, but does not wait for it: the span begins a trace with a link to it. */
  link?: string | undefined;
  /** Id of the request with which a trace begins. */
  requestId?: string | undefined;
}

/** What receives the spans of a process. */
export interface Recorder {
  /** Share of new traces that are recorded, 0 to 1. */
  readonly share: number;
  record(span: FinishedSpan): void;
}

/** Kept spans of unrecorded traces per second: every visitor can cause them. */
const maxKeptPerSecond = 20;

const active = new AsyncLocalStorage<TraceContext>();
const recorder = new Scoped<Recorder | undefined>(() => undefined);
const kept = new Scoped(() => ({ second: 0, count: 0 }));

/** Gives spans a recorder: until then nothing is traced, and each function here only checks that. */
export function bindTracer(to: Recorder): void {
  recorder.value = to;
}

export function unbindTracer(): void {
  recorder.value = undefined;
}

export const isTracing = (): boolean => recorder.value !== undefined;

/** Returns the `traceparent` to send to another process, or to store with work for later; undefined without a trace. */
export function activeTraceparent(): string | undefined {
  const context = recorder.value && active.getStore();
  return context && formatTraceparent(context);
}

/** Returns the id of the trace in progress, for log lines. */
export function activeTraceId(): string | undefined {
  return recorder.value && active.getStore()?.traceId;
}

/** Starts a span that the caller ends, and in which `runIn` runs work. */
export function startSpan(name: string, options: SpanOptions = {}): Span {
  const share = recorder.value?.share;
  if (share === undefined) return noSpan;
  const { kind = 'internal', attributes } = options;
  const link = parseTraceparent(options.link);
  const parent = link ? undefined : (parseTraceparent(options.parent) ?? active.getStore());
  const isEntry = kind === 'server' || kind === 'consumer';
  // Without one it would be a trace of a single query, and in an unrecorded trace it would be dropped.
  if (!isEntry && !parent?.isSampled) return noSpan;
  const context = {
    traceId: parent?.traceId ?? traceIdOf(options.requestId),
    spanId: newSpanId(),
    isSampled: parent?.isSampled ?? link?.isSampled ?? Math.random() < share,
  };
  return new LiveSpan({ name, kind, context, parentSpanId: parent?.spanId, link, attributes }, record);
}

/**
 * Records a request that took too little time to measure, unless its trace is not recorded: then it does next to nothing.
 * @returns the id of the trace if it is recorded
 */
export function recordInstant(name: string, { attributes, parent, requestId }: SpanOptions): string | undefined {
  const share = recorder.value?.share;
  if (share === undefined) return undefined;
  const caller = parseTraceparent(parent);
  if (!(caller?.isSampled ?? Math.random() < share)) return undefined;
  const context = { traceId: caller?.traceId ?? traceIdOf(requestId), spanId: newSpanId(), isSampled: true };
  const init = { name, kind: 'server', context, parentSpanId: caller?.spanId, link: undefined, attributes } as const;
  new LiveSpan(init, record).end();
  return context.traceId;
}

/** Runs work whose spans and log lines belong to a span. */
export function runIn<T>(span: Span, work: () => T): T {
  return span.context ? active.run(span.context, work) : work();
}

/** Runs work in a new span, which ends with it. Its rejection marks the span as failed, unless it is a refusal (4xx). */
export function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  const span = startSpan(name, options);
  return span.context ? runToEnd(span, span.context, work) : work(span);
}

async function runToEnd<T>(span: Span, context: TraceContext, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await active.run(context, work, span);
  } catch (error) {
    recordError(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Marks a span as failed with the code or class of an error. A refusal (4xx) only leaves its code. */
export function recordError(span: Span, error: unknown): void {
  const { code, status } = (error ?? {}) as { code?: unknown; status?: unknown };
  const type =
    typeof code === 'string' && /^\w{1,40}$/.test(code) ? code : error instanceof Error ? error.name : '_OTHER';
  if (typeof status === 'number' && status < 500) span.set({ 'error.type': type });
  else span.fail(type);
}

/** Passes on a span of a recorded trace, and those of others that are kept, up to a limit. */
function record(span: FinishedSpan): void {
  if (span.context.isSampled || (span.isKept && mayKeep())) recorder.value?.record(span);
}

function mayKeep(): boolean {
  const second = Math.floor(performance.now() / 1_000);
  if (kept.value.second !== second) kept.value = { second, count: 0 };
  kept.value.count += 1;
  return kept.value.count <= maxKeptPerSecond;
}
