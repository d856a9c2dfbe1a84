import { sessionStore } from '@docfolio/api-client/session';
import { type Image, image, imageUploadPath } from '@docfolio/contracts/image';
import { ProblemError } from '@docfolio/contracts/problem';
import { parseAnswer, problemOf } from './answer.js';
import { newIdempotencyKey } from './idempotency-key.js';
import { apiBase } from './request.js';

/**
 * Milliseconds without a sign of life after which an upload counts as lost: a slow line goes on for as long as bytes
 * move. After the last one the server decodes and stores the picture.
 */
export const stallTimeout = 60_000;

export interface UploadOptions {
  /** Told the part that has been sent, from 0 to 1; 1 means that the server is at work. */
  onProgress?: ((sent: number) => void) | undefined;
  /** Cancels the upload, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** A new key unless given; keep it to send the same file again. */
  idempotencyKey?: string | undefined;
}

/**
 * Uploads a picture with the session's token, which is refreshed once when it is refused, and the file sent once more
 * under the same Idempotency-Key. By XMLHttpRequest: fetch does not tell how much of a body has gone.
 * @throws ProblemError what the gateway answered; `unavailable` after a network failure or `stallTimeout`;
 *   `not_signed_in` when there is no session, without a request.
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
    return parseAnswer(image, response, text);
  });
}

interface Answer {
  /** Its status and headers; the body is read already. */
  response: Response;
  text: string;
}

function sendFile(file: Blob, options: UploadOptions, headers: Record<string, string>): Promise<Answer> {
  const { onProgress, signal } = options;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancel = () => request.abort();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stalled = false;
    const alive = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        stalled = true;
        request.abort();
      }, stallTimeout);
    };
    const fail = () => {
      if (signal?.aborted) return reject(signal.reason);
      const cause = new Error(stalled ? `Nothing moved for ${stallTimeout} ms` : 'The connection failed');
      reject(new ProblemError('unavailable', { cause }));
    };
    request.upload.onprogress = ({ loaded, total }) => {
      alive();
      // The frame round the file counts too: only the load event tells that everything has gone.
      if (total > 0) onProgress?.(Math.min(loaded / total, 0.99));
    };
    request.upload.onload = () => {
      alive();
      onProgress?.(1);
    };
    request.onload = () => resolve(answerOf(request));
    request.onerror = fail;
    request.onabort = fail;
    request.onloadend = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
    };
    request.open('POST', apiBase + imageUploadPath);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    signal?.addEventListener('abort', cancel);
    alive();
    const body = new FormData();
    body.set('file', file);
    request.send(body);
  });
}

function answerOf(request: XMLHttpRequest): Answer {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return { response: new Response(null, { status: request.status, headers }), text: request.responseText };
}
