import { randomUUID } from 'node:crypto';

/** Identity of a span, as processes send it to each other. */
export interface TraceContext {
  /** 32 hex digits. */
  readonly traceId: string;
  /** 16 hex digits. */
  readonly spanId: string;
  /** Whether the spans of the trace are recorded. */
  readonly isSampled: boolean;
}

const pattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const invalid = /^0+$/;

/** Returns a `traceparent` header. @see https://www.w3.org/TR/trace-context/ */
export function formatTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

/** Reads a `traceparent` header. @returns undefined if it is absent or invalid */
export function parseTraceparent(text: string | undefined): TraceContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = pattern.exec(text ?? '') ?? [];
  if (traceId === '' || invalid.test(traceId) || invalid.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns the id of a request's trace: that of the request without hyphens, so that each finds the other. */
export function traceIdOf(requestId: string | undefined): string {
  if (requestId !== undefined && uuid.test(requestId)) return requestId.replaceAll('-', '');
  return randomUUID().replaceAll('-', '');
}

/** Returns the random digits of a UUID, of which Node makes many ahead: `randomBytes` takes 25 times as long. */
export function newSpanId(): string {
  const id = randomUUID();
  return id.slice(0, 8) + id.slice(24, 32);
}
