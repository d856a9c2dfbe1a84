import { setTimeout as delay } from 'node:timers/promises';
import { type CallInput, type Operation, type OutputOf, pathParameters } from '@docfolio/contracts/core/operation';
import { type Problem, problem } from '@docfolio/contracts/core/problem';
import { buildUploadPath } from '@docfolio/contracts/entities/remote';
import { CommandError, type ExitCode, exitCodes } from './command-error.js';

/** ms until the platform has to respond, and until it has to have received a file. */
const responseTimeout = 30_000;
const uploadTimeout = 120_000;
/** Attempts for one request, and ms before the second one; the delay doubles up to its maximum. */
const attempts = 6;
const firstDelay = 500;
const maxDelay = 60_000;

export interface PlatformOptions {
  /** Without a trailing slash. */
  url: string;
  token: string;
  /** Receives messages about retries. */
  warn(message: string): void;
}

/** When a failed request is sent again: always, or only if the platform certainly has not executed it. */
type Retry = 'always' | 'not executed';

interface SentRequest {
  method: string;
  path: string;
  body?: string | Uint8Array<ArrayBuffer>;
  contentType?: string;
  timeout: number;
  retry: Retry;
  signal?: AbortSignal | undefined;
}

/** The platform refused or failed a request. */
export class PlatformError extends CommandError {
  constructor(
    message: string,
    exitCode: ExitCode,
    /** Undefined if the response was not one of the API. */
    readonly problem?: Problem,
  ) {
    super(message, exitCode);
  }
}

/** Calls operations of a platform with an API token, over HTTP. */
export class PlatformApi {
  /** Set by the first response. Before it, a failed connection is not retried: the address may be wrong. */
  private reached = false;

  constructor(private readonly options: PlatformOptions) {}

  /**
   * Calls an operation.
   * @param retry by default `always` for a GET
   * @throws CommandError
   */
  async call<O extends Operation>(
    operation: O,
    input: CallInput<O>,
    retry: Retry = operation.method === 'GET' ? 'always' : 'not executed',
  ): Promise<OutputOf<O>> {
    const rest = { ...(input as Record<string, unknown>) };
    const path = fillPath(operation.path, rest);
    const sent: SentRequest = { method: operation.method, path, timeout: responseTimeout, retry };
    const request =
      operation.method === 'GET'
        ? { ...sent, path: `${path}${queryOf(rest)}` }
        : { ...sent, body: JSON.stringify(rest), contentType: 'application/json' };
    const response = await this.send(request);
    const parsed = operation.output.safeParse(await this.jsonOf(response));
    if (parsed.success) return parsed.data as OutputOf<O>;
    const [issue] = parsed.error.issues;
    throw this.notThisApi(`${issue?.path.join('.')}: ${issue?.message}`);
  }

  /** Uploads one file of a published build. @throws CommandError */
  async uploadFile(
    { name, build, path }: { name: string; build: string; path: string },
    bytes: Uint8Array<ArrayBuffer>,
    signal?: AbortSignal,
  ): Promise<void> {
    const response = await this.send({
      method: 'POST',
      path: `${fillPath(buildUploadPath, { name, build })}${queryOf({ path })}`,
      body: bytes,
      contentType: 'application/octet-stream',
      timeout: uploadTimeout,
      retry: 'always',
      signal,
    });
    await response.body?.cancel();
  }

  private async send(request: SentRequest): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const result = await this.attempt(request);
      if (result instanceof Response) return result;
      if (!result.again || attempt === attempts) throw result.error;
      const wait = Math.min(result.retryAfter ?? firstDelay * 2 ** (attempt - 1), maxDelay);
      this.options.warn(`${result.error.message}; retrying in ${wait / 1000} s`);
      await delay(wait, undefined, { signal: request.signal });
    }
  }

  private async attempt(
    request: SentRequest,
  ): Promise<Response | { error: CommandError; again: boolean; retryAfter?: number | undefined }> {
    let response: Response;
    try {
      response = await this.fetch(request);
    } catch (cause) {
      request.signal?.throwIfAborted();
      const again = this.reached && request.retry === 'always';
      const doubt = request.retry === 'not executed' && !isRefused(cause) ? unknownOutcome : '';
      const message = `${this.options.url} is not reachable (${reasonOf(cause)})${doubt}`;
      return { error: new CommandError(message, exitCodes.unavailable, { cause }), again };
    }
    this.reached = true;
    if (response.ok) return response;
    const error = await this.errorOf(response, request);
    const again = response.status === 429 || (response.status === 503 && request.retry === 'always');
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    return { error, again, retryAfter: Number.isFinite(seconds) ? seconds * 1000 : undefined };
  }

  private fetch({ method, path, body, contentType, timeout, signal }: SentRequest): Promise<Response> {
    const headers = {
      authorization: `Bearer ${this.options.token}`,
      accept: 'application/json',
      ...(contentType && { 'content-type': contentType }),
    };
    const limit = AbortSignal.timeout(timeout);
    return fetch(`${this.options.url}/api/v1${path}`, {
      method,
      headers,
      ...(body !== undefined && { body }),
      // A redirected POST would become a GET, and lose its token on the way to another origin.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    });
  }

  private async errorOf(response: Response, { retry }: SentRequest): Promise<CommandError> {
    const { status } = response;
    const location = response.headers.get('location');
    if (status >= 300 && status < 400 && location) {
      await response.body?.cancel();
      return this.notThisApi(`it redirects to ${location}: use that address`);
    }
    const body = problem.safeParse(await response.json().catch(() => undefined));
    if (!body.success) {
      const { url } = this.options;
      if (status < 500) return this.notThisApi(`status ${status}`);
      return new PlatformError(`${url} is unavailable (status ${status})`, exitCodes.unavailable);
    }
    return problemError(body.data, retry);
  }

  private async jsonOf(response: Response): Promise<unknown> {
    try {
      return await response.json();
    } catch (cause) {
      throw this.notThisApi(reasonOf(cause));
    }
  }

  private notThisApi(reason: string): PlatformError {
    const { url } = this.options;
    return new PlatformError(`${url} does not respond like a platform of this version: ${reason}`, exitCodes.failed);
  }
}

const unknownOutcome = '. Whether the change was made is unknown: look at `list`';

function problemError(body: Problem, retry: Retry): PlatformError {
  const { status, code, request_id } = body;
  const errors = body.errors?.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join(', ');
  const text = errors || (body.detail ?? body.title);
  const made = (message: string, exitCode: ExitCode) => new PlatformError(message, exitCode, body);
  if (status === 401)
    return made('The API token is refused: it is not one of this platform, or it was revoked', exitCodes.tokenRefused);
  if (status === 403)
    return made(
      `The API token may not do this${body.detail ? `. ${body.detail}` : ': it needs the scope remotes:write:<remote>, and its creator must be an active admin'}`,
      exitCodes.tokenRefused,
    );
  if (code === 'stale') return made(text, exitCodes.stale);
  if (status === 429) return made(`The platform received too many requests (${text})`, exitCodes.unavailable);
  if (status >= 500) {
    const doubt = retry === 'not executed' && code !== 'saturated' ? unknownOutcome : '';
    return made(`The platform failed: ${text} (${status}, request ${request_id})${doubt}`, exitCodes.unavailable);
  }
  return made(`Refused: ${text}`, exitCodes.refused);
}

/** Replaces the `:name` segments of a path, and removes those fields from the input. */
function fillPath(path: string, input: Record<string, unknown>): string {
  let filled = path;
  for (const name of pathParameters(path)) {
    filled = filled.replace(`:${name}`, encodeURIComponent(String(input[name])));
    delete input[name];
  }
  return filled;
}

function queryOf(fields: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) query.set(name, String(value));
  return query.size === 0 ? '' : `?${query}`;
}

function isRefused(error: unknown): boolean {
  const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException;
  return code === 'ECONNREFUSED' || code === 'ENOTFOUND';
}

/** Returns why a request failed: fetch's own errors say so in their `cause` only. */
function reasonOf(error: unknown): string {
  const { cause, message, name } = error as Error;
  if (name === 'TimeoutError') return 'no response in time';
  const { code, message: inner } = (cause ?? {}) as NodeJS.ErrnoException;
  return code ?? (inner || message);
}
