import { TimeoutError, withTimeout } from '../with-timeout.js';
import { bindTracer, unbindTracer } from './tracer.js';

export interface TracingConfig {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_TRACES_SAMPLER_ARG: number;
  DOCFOLIO_VERSION: string;
}

export interface TracingOptions {
  /** Settings of the process. */
  config: TracingConfig;
  /** Name of the process, the `service.name` of its spans. */
  service: string;
  log: { warn(fields: object, message: string): void };
}

export interface Tracing {
  /** Sends the spans that wait, for up to 2 s, and ends tracing. */
  stop(): Promise<void>;
}

/** ms that the last spans may take at shutdown. */
const flushTimeout = 2_000;
/** ms between log lines about spans that were not exported. */
const warnInterval = 300_000;

export const isTracingConfigured = ({ OTEL_EXPORTER_OTLP_ENDPOINT }: TracingConfig): boolean =>
  OTEL_EXPORTER_OTLP_ENDPOINT !== undefined;

/**
 * Loads OpenTelemetry and begins to trace, if OTEL_EXPORTER_OTLP_ENDPOINT is set. Call it before work is accepted.
 * @returns undefined if it is not set: then the library is not loaded, and spans do nothing
 */
export async function startTracing({ config, service, log }: TracingOptions): Promise<Tracing | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: share } = config;
  if (endpoint === undefined) return undefined;
  const { openExport } = await import('./sdk.js');
  const exported = openExport({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    service,
    version: config.DOCFOLIO_VERSION,
    onLost: lossWarning(log),
  });
  bindTracer({ share, record: exported.record });
  return {
    stop: async () => {
      unbindTracer();
      await withTimeout(exported.close(), flushTimeout).catch((error: unknown) => {
        if (!(error instanceof TimeoutError)) throw error;
      });
    },
  };
}

/** Returns a function that logs lost spans, at most every five minutes. */
function lossWarning(log: TracingOptions['log']) {
  let warnedAt = Number.NEGATIVE_INFINITY;
  let lost = 0;
  return (spans: number, error: Error | undefined) => {
    lost += spans;
    const now = performance.now();
    if (now - warnedAt < warnInterval) return;
    log.warn({ err: error, spans: lost }, 'spans not exported');
    warnedAt = now;
    lost = 0;
  };
}
