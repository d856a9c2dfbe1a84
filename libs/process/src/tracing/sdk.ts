// Loaded on demand by tracing.ts: nothing else may import it, nor OpenTelemetry, of which it loads 25 MB.
import { type HrTime, SpanKind, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace';
import type { FinishedSpan } from './span.js';
import type { TraceContext } from './traceparent.js';

export interface ExportOptions {
  /** URL that OTLP/HTTP sends spans to. */
  url: string;
  service: string;
  version: string;
  /** Is called for spans that the collector did not accept. */
  onLost(spans: number, error: Error | undefined): void;
}

export interface SpanExport {
  record(span: FinishedSpan): void;
  /** Sends the spans that wait, then ends. */
  close(): Promise<void>;
}

/** ms that the collector may take to accept a batch, retries included. */
const exportTimeout = 5_000;
/** Spans that wait, about 1 KB each. Further ones are dropped. */
const maxWaiting = 2_048;
const batchSize = 512;
/** ms that a span waits for others: an export takes some ms of CPU, however few its spans. */
const batchDelay = 5_000;

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

/** Exports spans in the background with the SDK's batch processor: a slow or missing collector costs only spans. */
export function openExport({ url, service, version, onLost }: ExportOptions): SpanExport {
  const exporter = watched(new OTLPTraceExporter({ url, timeoutMillis: exportTimeout }), onLost);
  const processor = new BatchSpanProcessor({
    exporter,
    maxQueueSize: maxWaiting,
    maxExportBatchSize: batchSize,
    scheduledDelayMillis: batchDelay,
    // Longer than the exporter's own, which reports its spans as lost.
    exportTimeoutMillis: exportTimeout + 1_000,
  });
  const resource = resourceFromAttributes({ 'service.name': service, 'service.version': version });
  const scope = { name: 'docfolio' };
  return {
    record: (span) => processor.onEnd(readable(span, resource, scope)),
    close: () => processor.shutdown(),
  };
}

/** Reports failures to `onLost`, in place of the SDK, which would write them to standard error. */
function watched(exporter: SpanExporter, onLost: ExportOptions['onLost']): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, ({ code, error }) => {
        if (code !== 0) onLost(spans.length, error);
        done({ code: 0 });
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

function readable(
  span: FinishedSpan,
  resource: ReadableSpan['resource'],
  instrumentationScope: ReadableSpan['instrumentationScope'],
): ReadableSpan {
  const { name, kind, context, parentSpanId, link, attributes, hasFailed, startedAt, endedAt } = span;
  const own = contextOf(context);
  return {
    name,
    kind: kinds[kind],
    spanContext: () => own,
    ...(parentSpanId !== undefined && { parentSpanContext: contextOf({ ...context, spanId: parentSpanId }) }),
    startTime: timeOf(startedAt),
    endTime: timeOf(endedAt),
    duration: timeOf(endedAt - startedAt),
    status: { code: hasFailed ? SpanStatusCode.ERROR : SpanStatusCode.UNSET },
    attributes,
    links: link ? [{ context: contextOf(link) }] : [],
    events: [],
    ended: true,
    resource,
    instrumentationScope,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

/** The flag says that this span is recorded, which a failed one is in any trace. */
const contextOf = ({ traceId, spanId }: TraceContext) => ({ traceId, spanId, traceFlags: TraceFlags.SAMPLED });

/** Returns a time in ms as seconds and nanoseconds. */
function timeOf(ms: number): HrTime {
  const seconds = Math.trunc(ms / 1_000);
  return [seconds, Math.round((ms - seconds * 1_000) * 1e6)];
}
