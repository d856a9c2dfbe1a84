import { noSpan, type Span } from './span.js';
import { formatTraceparent } from './traceparent.js';
import { recordInstant, runIn, startSpan } from './tracer.js';

interface RequestStart {
  method: string;
  requestId: string;
  /** `traceparent` of a trusted caller. */
  parent?: string | undefined;
}

interface RequestEnd {
  method: string;
  /** One of a fixed set, never a path with its values; undefined for an unknown one. */
  operation: string | undefined;
  status: number;
  /** Whether the response is a problem, whose request id has to find the trace. */
  isProblem: boolean;
}

/** By the framework's request. */
const spans = new WeakMap<object, Span>();

/** Begins the span of a request, in which `work` runs. */
export function startRequestSpan(request: object, { method, requestId, parent }: RequestStart, work: () => void): void {
  const attributes = { 'http.request.method': method, request_id: requestId };
  const span = startSpan(method, { kind: 'server', attributes, parent, requestId });
  if (span.context) spans.set(request, span);
  runIn(span, work);
}

/** Returns the span of a request, for work that its body's arrival has separated from the start. */
export const spanOfRequest = (request: object): Span => spans.get(request) ?? noSpan;

/** Returns the `traceparent` for requests on behalf of this one. */
export function traceparentOf(request: object): string | undefined {
  const { context } = spanOfRequest(request);
  return context && formatTraceparent(context);
}

/** Ends the span of a request. It is kept, whether its trace is recorded or not, if the response is a problem or 5xx. */
export function endRequestSpan(request: object, { method, operation, status, isProblem }: RequestEnd): void {
  const span = spanOfRequest(request);
  const route = operation ?? 'none';
  span.rename(`${method} ${route}`);
  span.set({ 'http.route': route, 'http.response.status_code': status });
  if (status >= 500) span.fail(String(status));
  else if (isProblem) span.keep();
  span.end();
}

/** Traces a GET that was served from a cache. @returns the id of its trace if that is recorded */
export function traceCacheHit(
  operation: string,
  status: number,
  { requestId, parent }: Omit<RequestStart, 'method'>,
): string | undefined {
  const attributes = {
    'http.request.method': 'GET',
    'http.route': operation,
    request_id: requestId,
    'http.response.status_code': status,
    'docfolio.cache': 'hit',
  };
  return recordInstant(`GET ${operation}`, { attributes, parent, requestId });
}
