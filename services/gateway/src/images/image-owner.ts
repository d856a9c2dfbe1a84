import type { IncomingMessage } from 'node:http';
import { operationKey } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { type Image, image, imageSizeLimit, imageTooLarge, imageUploadPath } from '@docfolio/contracts/entities/image';
import { type BytesResponse, requestBytes, sendBytes } from '@docfolio/service-kit/bytes/bytes-client';
import { derivedId } from '@docfolio/service-kit/identity';
import { type ByteOwnerOptions, conditionsOf, pickHeaders, type Transfer } from '../http/byte-transfer.js';

/** Operation key of uploads, from which the record's id is derived with the Idempotency-Key. */
const uploadKey = operationKey({ method: 'POST', path: imageUploadPath });
/** Bytes that the form may have around the file. */
const frameLimit = 64 * 1024;

export class ImageOwner {
  constructor(private readonly options: ByteOwnerOptions) {}

  /**
   * Requests an image from the media service with the conditional and range headers of `asked`.
   * @param width one of the allowed widths in pixels @throws ProblemError `not_found`, `unavailable`
   */
  request(name: string, width: string | undefined, asked: IncomingMessage, transfer: Transfer): Promise<BytesResponse> {
    return requestBytes({
      ...this.owner(name, transfer),
      method: asked.method === 'HEAD' ? 'HEAD' : 'GET',
      query: width === undefined ? '' : `w=${width}`,
      headers: conditionsOf(asked.headers),
    });
  }

  /**
   * Streams an upload to the media service and returns the record of the image. @param key Idempotency-Key
   * @throws ProblemError `body_too_large` by Content-Length, before sending; those of the media service; `unavailable`
   */
  async send(key: string, sent: IncomingMessage, transfer: Transfer): Promise<Image> {
    if (Number(sent.headers['content-length'] ?? 0) > imageSizeLimit + frameLimit)
      throw new ProblemError('body_too_large', {
        detail: imageTooLarge,
        errors: [{ path: 'file', message: imageTooLarge }],
      });
    const headers = pickHeaders(sent.headers, ['content-type', 'content-length']);
    const made = await sendBytes({ ...this.owner(derivedId(uploadKey, key), transfer), body: sent, headers });
    return image.parse(made);
  }

  private owner(name: string, transfer: Transfer) {
    return { service: 'media' as const, ...this.options, name, ...transfer };
  }
}
