import { z } from 'zod';

/** All error codes, each with its HTTP status and title. Titles are for developers; users read `detail`. */
export const problems = {
  moved: { status: 301, title: 'The record has moved' },
  validation_failed: { status: 400, title: 'The request is not valid' },
  malformed_body: { status: 400, title: 'The body cannot be read' },
  invalid_credentials: { status: 401, title: 'Invalid login credentials' },
  not_signed_in: { status: 401, title: 'Sign in first' },
  token_invalid: { status: 401, title: 'The access token is not valid' },
  token_reused: { status: 401, title: 'The refresh token has been used before' },
  session_ended: { status: 401, title: 'The session has ended' },
  not_allowed: { status: 403, title: 'Admin privileges are needed' },
  not_found: { status: 404, title: 'There is no such record' },
  no_such_route: { status: 404, title: 'There is no such address' },
  method_not_allowed: { status: 405, title: 'The address does not answer this method' },
  conflict: { status: 409, title: 'Another record stands in the way' },
  stale: { status: 409, title: 'The record has changed since it was read' },
  link_expired: { status: 410, title: 'This link no longer works' },
  body_too_large: { status: 413, title: 'The body is too large' },
  invalid_parent: { status: 400, title: 'That comment cannot be replied to' },
  slug_taken: { status: 409, title: 'Another post has this slug' },
  already_subscribed: { status: 409, title: 'This email is already subscribed' },
  unsupported_media_type: { status: 415, title: 'The body has to be JSON' },
  range_not_satisfiable: { status: 416, title: 'There is no such part of it' },
  idempotency_key_reused: { status: 422, title: 'The Idempotency-Key was used for another request' },
  build_refused: { status: 422, title: 'The build cannot be deployed' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Something went wrong' },
  unavailable: { status: 503, title: 'The service is not available' },
  saturated: { status: 503, title: 'The service is busy' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemCode = keyof typeof problems;

export const fieldError = z.object({
  /** Path of the invalid field, with dots if nested (`project.title`); empty for the request as a whole. */
  path: z.string(),
  message: z.string(),
});
export type FieldError = z.infer<typeof fieldError>;

/** The body of an error response of the API: RFC 9457, `application/problem+json`. */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  detail: z.string().optional(),
  request_id: z.string(),
  errors: z.array(fieldError).optional(),
  /** `stale` only: the current record. */
  current: z.unknown().optional(),
  /** `moved` only: the new path below /api/v1; also sent as `Location`. */
  location: z.string().optional(),
});
export type Problem = z.infer<typeof problem>;

export interface ProblemDetails {
  /** A sentence for the user, without technical messages and personal data. */
  detail?: string;
  errors?: FieldError[];
  current?: unknown;
  location?: string;
  /** Seconds until a retry makes sense; becomes `Retry-After`. */
  retryAfter?: number;
  cause?: unknown;
}

export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  readonly detail: string | undefined;
  readonly errors: FieldError[] | undefined;
  readonly current: unknown;
  readonly location: string | undefined;
  readonly retryAfter: number | undefined;
  /** Id of the failed request in the server's logs. Set only on errors made from a response. */
  requestId: string | undefined;

  constructor(
    readonly code: ProblemCode,
    details: ProblemDetails = {},
  ) {
    super(details.detail ?? problems[code].title, { cause: details.cause });
    this.status = problems[code].status;
    this.detail = details.detail;
    this.errors = details.errors;
    this.current = details.current;
    this.location = details.location;
    this.retryAfter = details.retryAfter;
  }

  /** Compares the shape, not the class, because each browser bundle has its own class. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'ProblemError' && 'code' in value && 'status' in value;
  }

  toProblem(requestId: string): Problem {
    const { status, title } = problems[this.code];
    return {
      type: `/api/docs#${this.code}`,
      title,
      status,
      code: this.code,
      request_id: requestId,
      ...(this.detail !== undefined && { detail: this.detail }),
      ...(this.errors && { errors: this.errors }),
      ...(this.current !== undefined && { current: this.current }),
      ...(this.location !== undefined && { location: this.location }),
    };
  }

  /** Returns the error of a response body. An unknown code becomes a known one of its status, or a general one. */
  static from(body: Problem, retryAfter?: number): ProblemError {
    const code = body.code in problems ? (body.code as ProblemCode) : codeOfStatus(body.status);
    const error = new ProblemError(code, {
      detail: body.detail,
      errors: body.errors,
      current: body.current,
      location: body.location,
      retryAfter,
    });
    error.requestId = body.request_id;
    return error;
  }
}

function codeOfStatus(status: number): ProblemCode {
  const codes = Object.keys(problems) as ProblemCode[];
  return codes.find((code) => problems[code].status === status) ?? (status < 500 ? 'validation_failed' : 'internal');
}

/** Returns the parsed value. @throws ProblemError `validation_failed`, also if the schema itself throws (`cause`) */
export function parseOrThrow<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = safeParse(schema, value);
  if (result.success) return result.data;
  throw new ProblemError('validation_failed', { errors: fieldErrors(result.error) });
}

function safeParse<T extends z.ZodType>(schema: T, value: unknown) {
  try {
    return schema.safeParse(value);
  } catch (cause) {
    throw new ProblemError('validation_failed', { errors: [{ path: '', message: 'Cannot be validated' }], cause });
  }
}

function fieldErrors(error: z.ZodError): FieldError[] {
  return error.issues.flatMap((issue): FieldError[] => {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...path, key].join('.'), message: 'Unknown field' }));
    return [{ path: path.join('.'), message: issue.message }];
  });
}
