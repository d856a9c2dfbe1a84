import { open } from 'node:fs/promises';
import { type ImageType, imagePixelLimits, notAnImage, tooManyPixels } from '@docfolio/contracts/image';
import { ProblemError } from '@docfolio/contracts/problem';
import type { Metadata, Sharp } from 'sharp';
import { hasGifEnd } from './gif-end.js';
import { headLength, pictureTypeOf } from './picture-type.js';
import { sharp } from './vips.js';

export interface Picture {
  type: ImageType;
  /** Pixels, upright; of one frame. */
  width: number;
  height: number;
  animated: boolean;
}

/** A loader's words for each type. */
const formats: Record<ImageType, Metadata['format']> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'heif',
};

/**
 * How each type is written again. Chosen by what they take of memory (measured, at 12 megapixels): JPEG 16 MB, and 85
 * with optimised tables, which save a tenth of the file; WebP 155 MB at effort 2, and 225 at 4; AVIF 288 MB so, and 434
 * at effort 2 with colours in full.
 */
const encoders: Record<ImageType, (image: Sharp, metadata: Metadata) => Sharp> = {
  'image/png': (image, { isPalette }) => image.png(isPalette ? { palette: true, dither: 0 } : {}),
  'image/jpeg': (image) => image.jpeg({ quality: 85, optimiseCoding: false }),
  'image/gif': (image) => image.gif({ effort: 1 }),
  'image/webp': (image) => image.webp({ quality: 85, effort: 2 }),
  'image/avif': (image) => image.avif({ quality: 65, effort: 0, chromaSubsampling: '4:2:0' }),
};

/**
 * Writes a picture again, of the same type: without metadata, upright, in sRGB, all its frames if it is a GIF or WebP
 * (of an animated PNG or AVIF the first). What isn't pixels doesn't survive it.
 * @throws ProblemError `validation_failed`: not an image, whatever it is called; too many pixels (looked at before any is
 * decoded); cut off or broken
 */
export async function reEncode(source: string, target: string): Promise<Picture> {
  const type = pictureTypeOf(await headOf(source));
  if (!type || (type === 'image/gif' && !(await hasGifEnd(source)))) throw refusal(notAnImage);
  const several = type === 'image/gif' || type === 'image/webp';
  const metadata = await sharp(source, { animated: several, limitInputPixels: false }).metadata().catch(notReadable);
  const { format, width, height, pages = 1 } = metadata;
  if (format !== formats[type]) throw refusal(notAnImage);
  // Of several frames the height is that of all of them.
  if (width * height > imagePixelLimits[type]) throw refusal(tooManyPixels(type));
  const animated = several && pages > 1;
  const image = sharp(source, { animated, failOn: 'error', limitInputPixels: imagePixelLimits[type] });
  // Frames lie below each other: turning them would turn the lot.
  const upright = animated ? image : image.autoOrient();
  const written = await encoders[type](upright, metadata).toFile(target).catch(notReadable);
  return { type, width: written.width, height: written.pageHeight ?? written.height, animated };
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headLength), 0, headLength, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** What the library says of bytes that are no picture; what it says of our own disk goes on as it is. */
function notReadable(error: Error): never {
  if (/: unable to open for write|: write error/.test(error.message)) throw error;
  throw refusal(notAnImage, error);
}

function refusal(message: string, cause?: unknown): ProblemError {
  return new ProblemError('validation_failed', { detail: message, errors: [{ path: 'file', message }], cause });
}
