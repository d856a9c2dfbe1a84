import type { CallInput, Operation, OutputOf } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { newIdempotencyKey } from './idempotency-key.js';
import { httpRequest } from './request.js';
import { parseResponse, problemOf } from './response.js';

/** Default timeout of a request in ms: the gateway responds within 5 s, the rest is for slow networks. */
export const defaultTimeout = 15_000;

export interface SendOptions {
  signal?: AbortSignal | undefined;
  /** Idempotency-Key of an operation that `creates` a record; ignored for others. Default: a new key. */
  idempotencyKey?: string | undefined;
  timeout?: number | undefined;
  fetch?: typeof fetch | undefined;
  accessToken?: string | undefined;
}

/** Calls an operation once, without session and retry. @throws ProblemError; the reason of `signal` */
export async function send<O extends Operation>(
  operation: O,
  input: CallInput<O>,
  options: SendOptions = {},
): Promise<OutputOf<O>> {
  const request = httpRequest(operation, input);
  const headers: Record<string, string> = { accept: 'application/json' };
  if (request.body !== undefined) headers['content-type'] = 'application/json';
  if (operation.creates) headers['idempotency-key'] = options.idempotencyKey ?? newIdempotencyKey();
  if (options.accessToken !== undefined) headers.authorization = `Bearer ${options.accessToken}`;

  const { response, text } = await exchange(
    request.url,
    { method: request.method, headers, body: request.body },
    options,
  );
  if (!response.ok) throw problemOf(response, text);
  return parseResponse(operation.output, response, text) as OutputOf<O>;
}

async function exchange(url: string, init: RequestInit, options: SendOptions) {
  const { signal, timeout = defaultTimeout, fetch = globalThis.fetch } = options;
  signal?.throwIfAborted();
  const controller = new AbortController();
  const cancel = () => controller.abort();
  signal?.addEventListener('abort', cancel);
  const timer = setTimeout(cancel, timeout);
  try {
    const response = await fetch(url, { ...init, signal: controller.signal });
    return { response, text: await response.text() };
  } catch (error) {
    signal?.throwIfAborted();
    const cause = controller.signal.aborted ? new Error(`No response within ${timeout} ms`) : error;
    throw new ProblemError('unavailable', { cause });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}
