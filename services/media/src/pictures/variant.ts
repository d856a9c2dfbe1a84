import { sharp } from './vips.js';

/** A variant's type, whatever its original is. */
export const variantType = 'image/webp';

/**
 * Writes a picture of ours again in another width (pixels): as WebP, which every browser reads and which is the smaller,
 * animated ones with all their frames.
 */
export async function writeVariant(source: string, animated: boolean, width: number, target: string): Promise<void> {
  await sharp(source, { animated, failOn: 'error', limitInputPixels: false })
    .resize({ width })
    .webp({ quality: 80, effort: 4 })
    .toFile(target);
}
