import { sharp } from './vips.js';

export const variantType = 'image/webp';

/**
 * Writes a stored image in another width (pixels), with all frames, as WebP: every browser supports it.
 */
export async function writeVariant(source: string, animated: boolean, width: number, target: string): Promise<void> {
  await sharp(source, { animated, failOn: 'error', limitInputPixels: false })
    .resize({ width })
    .webp({ quality: 80, effort: 4 })
    .toFile(target);
}
