import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ProblemCode, ProblemError } from '@docfolio/contracts/core/problem';
import { imageSizeLimit, imageTooLarge, notAnImage } from '@docfolio/contracts/entities/image';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';

/** Bytes that a form may have besides the file: boundaries, headers, a preamble. */
const frameLimit = 64 * 1024;
const field = 'file';

/**
 * Streams the file of a form (multipart/form-data, RFC 7578, with one field `file`) to disk. @returns its SHA-256 (hex)
 * @throws ProblemError `body_too_large` over 5 MiB; `validation_failed` for other fields or no file; `malformed_body`
 * for a broken form; `unsupported_media_type`. Error if the sender disconnects or the disk is full
 */
export async function receiveFile(request: IncomingMessage, target: string): Promise<string> {
  const form = formOf(request);
  let incoming: Readable | undefined;
  let writing: Promise<string> | undefined;
  const finished = new Promise<void>((resolve, reject) => {
    let bytes = 0;
    request.on('data', ({ length }: Buffer) => {
      bytes += length;
      if (bytes > imageSizeLimit + frameLimit) reject(tooLarge());
    });
    request.once('error', reject).once('close', () => {
      if (!request.complete) reject(new Error('The upload was aborted'));
    });
    form.on('file', (name, file) => {
      if (name !== field || writing) {
        file.resume();
        return reject(refusal('validation_failed', writing ? 'One file at a time' : 'Unknown field', name));
      }
      file.once('limit', () => reject(tooLarge()));
      incoming = file;
      writing = write(file, target);
      writing.catch(reject);
    });
    form.on('field', (name) => reject(refusal('validation_failed', 'Unknown field', name)));
    form.once('partsLimit', () => reject(refusal('validation_failed', 'One file at a time')));
    form.on('error', (cause) => reject(new ProblemError('malformed_body', { cause })));
    form.once('finish', resolve);
  });
  try {
    request.pipe(form);
    await finished;
    if (!writing) throw refusal('validation_failed', notAnImage);
    return await writing;
  } catch (error) {
    // Waits until writing has stopped, so that the caller can delete the file.
    incoming?.destroy();
    form.destroy();
    await writing?.catch(() => undefined);
    throw error;
  } finally {
    request.unpipe(form);
  }
}

function formOf({ headers }: IncomingMessage) {
  const detail = 'Send the file as multipart/form-data.';
  const type = headers['content-type'];
  if (!type || !/^multipart\/form-data\b/i.test(type)) throw new ProblemError('unsupported_media_type', { detail });
  try {
    return new Busboy({
      headers: headers as BusboyHeaders,
      limits: { fileSize: imageSizeLimit, parts: 2, fields: 1, fieldSize: 1_024, headerPairs: 20 },
    });
  } catch (cause) {
    throw new ProblemError('malformed_body', { detail: 'The form has no boundary.', cause });
  }
}

async function write(file: Readable, target: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(
    file,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(target, { flags: 'wx', mode: 0o600 }),
  );
  return hash.digest('hex');
}

function tooLarge(): ProblemError {
  return refusal('body_too_large', imageTooLarge);
}

function refusal(code: ProblemCode, message: string, path = field): ProblemError {
  return new ProblemError(code, { detail: message, errors: [{ path, message }] });
}
