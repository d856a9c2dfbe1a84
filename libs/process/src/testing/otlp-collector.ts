import { json } from 'node:stream/consumers';
import { listen } from '../http-server.js';

export interface CollectedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  links: readonly { traceId: string; spanId: string }[];
  attributes: Readonly<Record<string, string | number | boolean>>;
  hasFailed: boolean;
  /** ns since 1970. */
  startedAt: bigint;
  endedAt: bigint;
}

export interface OtlpCollector {
  /** Value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  close(): Promise<void>;
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean };
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: {
        name: string;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        attributes: Attribute[];
        links?: { traceId: string; spanId: string }[];
        status: { code?: number };
        startTimeUnixNano: string;
        endTimeUnixNano: string;
      }[];
    }[];
  }[];
}

/** Code of a status that says that the span has failed. */
const failed = 2;

const valuesOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, doubleValue, boolValue } }) => {
      const number = intValue === undefined ? doubleValue : Number(intValue);
      return [key, stringValue ?? number ?? boolValue ?? ''];
    }),
  );

/** Starts a collector that stores spans in memory. @see https://opentelemetry.io/docs/specs/otlp/#otlphttp */
export async function startCollector(): Promise<OtlpCollector> {
  const spans: CollectedSpan[] = [];
  const server = await listen(
    (request, response) => {
      json(request).then(
        (body) => {
          if (request.url !== '/v1/traces') return response.writeHead(404).end();
          spans.push(...spansOf(body as ExportRequest));
          response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
        },
        () => response.writeHead(400).end(),
      );
    },
    '127.0.0.1',
    0,
  );
  return { url: `http://127.0.0.1:${server.port}`, spans, close: () => server.close() };
}

function spansOf({ resourceSpans }: ExportRequest): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        service: String(valuesOf(resource.attributes)['service.name']),
        name: span.name,
        traceId: span.traceId,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId || undefined,
        links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId, spanId })),
        attributes: valuesOf(span.attributes),
        hasFailed: span.status.code === failed,
        startedAt: BigInt(span.startTimeUnixNano),
        endedAt: BigInt(span.endTimeUnixNano),
      })),
    ),
  );
}
