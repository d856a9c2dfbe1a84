import { sharp } from './vips.js';

const limit = 1_024;
/** Longer side in pixels. The next is used if the `data:` URL exceeds `limit`. */
const sides = [24, 16, 8];

/** Returns a blurred miniature of the first frame as a `data:` URL of up to 1,024 characters, to show while loading. */
export async function placeholderOf(file: string): Promise<string> {
  for (const side of sides) {
    const miniature = await sharp(file)
      .resize(side, side, { fit: 'inside' })
      .blur(1)
      .webp({ quality: 40, alphaQuality: 40 })
      .toBuffer();
    const url = `data:image/webp;base64,${miniature.toString('base64')}`;
    if (url.length <= limit) return url;
  }
  throw new Error('No placeholder is small enough');
}
