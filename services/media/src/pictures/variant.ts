import { sharp } from './vips.js';

/** Writes an image with all frames as WebP, which all browsers support. @param width pixels */
export async function writeVariant(source: string, animated: boolean, width: number, target: string): Promise<void> {
  await sharp(source, { animated, failOn: 'error', limitInputPixels: false })
    .resize({ width })
    .webp({ quality: 80, effort: 4 })
    .toFile(target);
}
