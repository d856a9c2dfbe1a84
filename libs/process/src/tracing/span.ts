import { clock } from './clock.js';
import type { TraceContext } from './traceparent.js';

export type SpanKind = 'internal' | 'server' | 'client' | 'consumer';

/** Values are bounded or ids: no addresses, names, texts or queries, nothing that a visitor has entered. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** What of a span is exported. */
export interface FinishedSpan {
  name: string;
  kind: SpanKind;
  context: TraceContext;
  parentSpanId: string | undefined;
  link: TraceContext | undefined;
  attributes: Record<string, string | number | boolean>;
  hasFailed: boolean;
  /** Whether the span is recorded although its trace is not. */
  isKept: boolean;
  /** ms since 1970, with fractions. */
  startedAt: number;
  endedAt: number;
}

export interface Span {
  /** Undefined if the span is not part of a trace. */
  readonly context: TraceContext | undefined;
  set(attributes: Attributes): void;
  /** Gives the span another name, from a fixed set. */
  rename(name: string): void;
  /** Has the span recorded although its trace is not, up to a limit per second. */
  keep(): void;
  /** Marks the span as failed, and keeps it. @param type code or class of the error, never its message */
  fail(type: string): void;
  /** Ends the span. Only the first call counts. */
  end(): void;
}

/** The span of work that no trace contains. */
export const noSpan: Span = Object.freeze({
  context: undefined,
  set: () => undefined,
  rename: () => undefined,
  keep: () => undefined,
  fail: () => undefined,
  end: () => undefined,
});

export type FinishedSpanInit = Pick<FinishedSpan, 'name' | 'kind' | 'context' | 'parentSpanId' | 'link'> & {
  attributes?: Attributes | undefined;
};

/** A span of a trace, which `record` gets when it ends. */
export class LiveSpan implements Span {
  readonly finished: FinishedSpan;
  private hasEnded = false;

  constructor(
    { name, kind, context, parentSpanId, link, attributes }: FinishedSpanInit,
    private readonly record: (span: FinishedSpan) => void,
  ) {
    // Each field written out: rest and spread of objects take several times as long.
    this.finished = {
      name,
      kind,
      context,
      parentSpanId,
      link,
      attributes: {},
      hasFailed: false,
      isKept: false,
      startedAt: clock(),
      endedAt: 0,
    };
    if (attributes) this.set(attributes);
  }

  get context(): TraceContext {
    return this.finished.context;
  }

  set(attributes: Attributes): void {
    for (const name in attributes) {
      const value = attributes[name];
      if (value !== undefined) this.finished.attributes[name] = value;
    }
  }

  rename(name: string): void {
    this.finished.name = name;
  }

  keep(): void {
    this.finished.isKept = true;
  }

  fail(type: string): void {
    this.finished.hasFailed = true;
    this.keep();
    this.finished.attributes['error.type'] = type;
  }

  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.finished.endedAt = clock();
    this.record(this.finished);
  }
}
