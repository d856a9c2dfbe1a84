import { sharp } from './vips.js';

/** Characters of a placeholder, at most. */
const limit = 1_024;
/** Pixels of its longer side; the smaller ones are for what doesn't fit. */
const sides = [24, 16, 8];

/** What is drawn of a picture before it has come: its first frame, small and blurred, as a `data:` URL of at most 1 KB. */
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
  throw new Error('A picture has no placeholder that is small enough');
}
