import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type Image, image, imageSizeLimit, imageTooLarge, imageUploadPath } from '@docfolio/contracts/image';
import { operationKey } from '@docfolio/contracts/operation';
import { ProblemError } from '@docfolio/contracts/problem';
import {
  type BytesRequest,
  type BytesResponse,
  requestBytes,
  sendBytes,
} from '@docfolio/service-kit/bytes/bytes-client';
import { derivedId } from '@docfolio/service-kit/identity';

/** What an upload is called, as an operation would be: with its Idempotency-Key it makes the record's id. */
const uploadKey = operationKey({ method: 'POST', path: imageUploadPath });
/** Bytes of a form beside its file. */
const frameLimit = 64 * 1024;
/** What somebody may say of what he has already, or wants a part of. */
const conditions = ['if-none-match', 'if-range', 'range'] as const;

export interface ImageOwnerOptions {
  /** Of the media service's internal port: `http://host:port`. */
  url: string;
  /** BYTES_SECRET */
  secret: string;
}

/** What belongs to any transfer. */
export type Transfer = Pick<BytesRequest, 'requestId' | 'signal'>;

/** The media service, as far as bytes go: nothing of an image stays in this process. */
export class ImageOwner {
  constructor(private readonly options: ImageOwnerOptions) {}

  /**
   * An image, a part of it, or that it is still the same.
   * @param width one that images can be had in, in pixels
   * @throws ProblemError `not_found`; `unavailable` within 5 s
   */
  ask(name: string, width: string | undefined, asked: IncomingMessage, transfer: Transfer): Promise<BytesResponse> {
    return requestBytes({
      ...this.owner(name, transfer),
      method: asked.method === 'HEAD' ? 'HEAD' : 'GET',
      query: width === undefined ? '' : `w=${width}`,
      headers: pick(asked.headers, conditions),
    });
  }

  /**
   * Hands an upload on as it comes in.
   * @param key Idempotency-Key: a repeat answers what the first has stored
   * @throws ProblemError `body_too_large` at once where the request says that it is; what the service refuses;
   * `unavailable`
   */
  async send(key: string, sent: IncomingMessage, transfer: Transfer): Promise<Image> {
    if (Number(sent.headers['content-length'] ?? 0) > imageSizeLimit + frameLimit)
      throw new ProblemError('body_too_large', {
        detail: imageTooLarge,
        errors: [{ path: 'file', message: imageTooLarge }],
      });
    const headers = pick(sent.headers, ['content-type', 'content-length']);
    const made = await sendBytes({ ...this.owner(derivedId(uploadKey, key), transfer), body: sent, headers });
    return image.parse(made);
  }

  private owner(name: string, transfer: Transfer) {
    return { service: 'media' as const, ...this.options, name, ...transfer };
  }
}

function pick(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}
