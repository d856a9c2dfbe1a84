import { sessionStore } from '@docfolio/api-client/session';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type Image, image, imageUploadPath } from '@docfolio/contracts/entities/image';
import { newIdempotencyKey } from './idempotency-key.js';
import { apiBase } from './request.js';
import { parseResponse, problemOf } from './response.js';

/** ms without progress after which an upload fails; also the time for the server to process the sent file. */
export const stallTimeout = 60_000;

export interface UploadOptions {
  /** Called with the fraction sent. 1 means that all is sent and the server processes the image. */
  onProgress?: ((sent: number) => void) | undefined;
  signal?: AbortSignal | undefined;
  idempotencyKey?: string | undefined;
}

/**
 * Uploads an image, with XMLHttpRequest because fetch doesn't report upload progress. If the access token is refused,
 * refreshes the session and sends the file again, with the same Idempotency-Key.
 * @throws ProblemError as `call` does, `unavailable` also after `stallTimeout` ms without progress
 */
export function uploadImage(file: Blob, options: UploadOptions = {}): Promise<Image> {
  const idempotencyKey = options.idempotencyKey ?? newIdempotencyKey();
  return sessionStore.authorised(async (accessToken) => {
    options.signal?.throwIfAborted();
    const { response, text } = await sendFile(file, options, {
      accept: 'application/json',
      authorization: `Bearer ${accessToken}`,
      'idempotency-key': idempotencyKey,
    });
    if (!response.ok) throw problemOf(response, text);
    return parseResponse(image, response, text);
  });
}

interface UploadResult {
  response: Response;
  text: string;
}

function sendFile(file: Blob, options: UploadOptions, headers: Record<string, string>): Promise<UploadResult> {
  const { onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stalled = false;
    const restartTimer = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        stalled = true;
        request.abort();
      }, stallTimeout);
    };
    const fail = () => {
      if (signal?.aborted) return reject(signal.reason);
      const cause = new Error(stalled ? `No progress for ${stallTimeout} ms` : 'The connection failed');
      reject(new ProblemError('unavailable', { cause }));
    };
    request.upload.onprogress = ({ loaded, total }) => {
      restartTimer();
      // `total` includes the multipart framing: only `onload` means that everything is sent.
      if (total > 0) onProgress?.(Math.min(loaded / total, 0.99));
    };
    request.upload.onload = () => {
      restartTimer();
      onProgress?.(1);
    };
    request.onload = () => resolve(resultOf(request));
    request.onerror = fail;
    request.onabort = fail;
    request.onloadend = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    };
    request.open('POST', apiBase + imageUploadPath);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    signal?.addEventListener('abort', cancel);
    restartTimer();
    const body = new FormData();
    body.set('file', file);
    request.send(body);
  });
}

function resultOf(request: XMLHttpRequest): UploadResult {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return { response: new Response(null, { status: request.status, headers }), text: request.responseText };
}
