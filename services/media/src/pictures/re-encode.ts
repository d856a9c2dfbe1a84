import { open } from 'node:fs/promises';
import { ProblemError } from '@docfolio/contracts/core/problem';
import {
  type ImageType,
  imagePixelLimits,
  notAnImage,
  tooManyPixels,
  unreadableAnimation,
  unsupportedImage,
} from '@docfolio/contracts/entities/image';
import type { Metadata, Sharp } from 'sharp';
import { hasGifEnd } from './gif-end.js';
import { hasLostFrames } from './lost-frames.js';
import { headLength, pictureTypeOf } from './picture-type.js';
import type { PreparedPicture } from './picture-work.js';
import { sharp } from './vips.js';

export type Picture = Omit<PreparedPicture, 'placeholder'>;

const formats: Record<ImageType, Metadata['format']> = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'heif',
};

/** Settings with a low memory use: at 12 megapixels JPEG needs 16 MB (with optimised tables 85), WebP 155, AVIF 288. */
const encoders: Record<ImageType, (image: Sharp, metadata: Metadata) => Sharp> = {
  'image/png': (image, { isPalette }) => image.png(isPalette ? { palette: true, dither: 0 } : {}),
  'image/jpeg': (image) => image.jpeg({ quality: 85, optimiseCoding: false }),
  'image/gif': (image) => image.gif({ effort: 1 }),
  'image/webp': (image) => image.webp({ quality: 85, effort: 2 }),
  'image/avif': (image) => image.avif({ quality: 65, effort: 0, chromaSubsampling: '4:2:0' }),
};

/**
 * Re-encodes a picture in its own type: upright, in sRGB, without metadata. GIF and WebP keep all frames, PNG and AVIF
 * the first, because libvips reads no more. @throws ProblemError `validation_failed` if it is no image, broken, or too large (checked before decoding)
 */
export async function reEncode(source: string, target: string): Promise<Picture> {
  const type = pictureTypeOf(await headOf(source));
  if (!type) throw refusal(unsupportedImage);
  if (type === 'image/gif' && !(await hasGifEnd(source))) throw refusal(notAnImage);
  const lost = await hasLostFrames(source, type);
  // Of sequences that begin with another brand than `avif`, libvips reads nothing.
  const notReadable = notReadableAs(lost ? unreadableAnimation : notAnImage);
  const several = type === 'image/gif' || type === 'image/webp';
  const metadata = await sharp(source, { animated: several, limitInputPixels: false }).metadata().catch(notReadable);
  const { format, width, height, pages = 1 } = metadata;
  if (format !== formats[type]) throw refusal(notAnImage);
  // All frames together: they are stacked.
  if (width * height > imagePixelLimits[type]) throw refusal(tooManyPixels(type));
  const animated = several && pages > 1;
  const image = sharp(source, { animated, failOn: 'error', limitInputPixels: imagePixelLimits[type] });
  // Rotating would rotate the stack of frames.
  const upright = animated ? image : image.autoOrient();
  const written = await encoders[type](upright, metadata).toFile(target).catch(notReadable);
  return {
    type,
    width: written.width,
    height: written.pageHeight ?? written.height,
    animated,
    animation_lost: lost,
  };
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

/** Returns a function that maps decoding errors to `validation_failed` and rethrows errors of the disk. */
const notReadableAs =
  (message: string) =>
  (error: Error): never => {
    if (/: unable to open for write|: write error/.test(error.message)) throw error;
    throw refusal(message, error);
  };

function refusal(message: string, cause?: unknown): ProblemError {
  return new ProblemError('validation_failed', { detail: message, errors: [{ path: 'file', message }], cause });
}
