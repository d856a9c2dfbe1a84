import { ProblemError, problem } from '@docfolio/contracts/core/problem';
import type { z } from 'zod';

/** Returns the error of a failed response: `unavailable` if it has no problem document, e.g. one of a proxy. */
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
 * Parses the body of a 2xx response. Fields unknown to the schema are ignored: the server may be newer than the page.
 * @throws ProblemError `unavailable` if the body isn't JSON; `internal` if a known field is missing or invalid
 */
export function parseResponse<Output extends z.ZodType>(schema: Output, response: Response, text: string) {
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns a `Retry-After` header (RFC 9110, section 10.2.3) as seconds from now; undefined if absent or invalid. */
export function retryAfterSeconds(header: string | null, now = Date.now()): number | undefined {
  if (!header) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1_000));
}
