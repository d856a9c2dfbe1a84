import { ProblemError, problem } from '@docfolio/contracts/problem';
import type { z } from 'zod';

/**
 * The error that an answer outside 200-299 stands for. What isn't a problem document doesn't come from the gateway
 * but from something in front of it (a proxy's page, a captive portal), so it is `unavailable`.
 */
export function problemOf(response: Response, text: string): ProblemError {
  const retryAfter = retryAfterSeconds(response.headers.get('retry-after'));
  const body = problem.safeParse(parseJson(text));
  if (body.success) return ProblemError.from(body.data, retryAfter);
  const error = new ProblemError('unavailable', {
    retryAfter,
    cause: new Error(`HTTP ${response.status} without a problem document`),
  });
  error.requestId = response.headers.get('x-request-id') ?? undefined;
  return error;
}

/**
 * Parses the body of a 2xx answer. The server may be newer than this page: fields that the schema doesn't know are
 * ignored, in strict objects too.
 * @throws ProblemError `unavailable` when it isn't JSON, `internal` when a known field is missing or wrong.
 */
export function parseAnswer<Output extends z.ZodType>(schema: Output, response: Response, text: string) {
  const body = text === '' ? {} : parseJson(text);
  if (body === undefined)
    throw new ProblemError('unavailable', { cause: new Error(`HTTP ${response.status} without a JSON body`) });
  const first = schema.safeParse(body);
  if (first.success) return first.data as z.output<Output>;
  if (first.error.issues.every((issue) => issue.code === 'unrecognized_keys')) {
    for (const issue of first.error.issues) removeKeys(body, issue);
    const second = schema.safeParse(body);
    if (second.success) return second.data as z.output<Output>;
  }
  const error = new ProblemError('internal', { cause: first.error });
  error.requestId = response.headers.get('x-request-id') ?? undefined;
  throw error;
}

function removeKeys(body: unknown, issue: { path: PropertyKey[]; keys?: string[] }): void {
  let target = body as Record<PropertyKey, unknown>;
  for (const step of issue.path) target = target[step] as Record<PropertyKey, unknown>;
  for (const key of issue.keys ?? []) delete target[key];
}

/** undefined when the text isn't JSON: JSON itself has no undefined. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Seconds that a `Retry-After` asks for (RFC 9110, 10.2.3: a number of seconds or a date); undefined when unreadable. */
export function retryAfterSeconds(header: string | null, now = Date.now()): number | undefined {
  if (!header) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1_000));
}
