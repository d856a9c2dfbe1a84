import type { ImageType } from '@docfolio/contracts/image';

export const headLength = 64;

/** Returns the type by a file's first bytes; undefined if it is unsupported, such as SVG. */
export function pictureTypeOf(head: Buffer): ImageType | undefined {
  const text = head.toString('latin1');
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(text)) return 'image/gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  return isAvif(head, text) ? 'image/avif' : undefined;
}

/** Returns whether the file type box (ISO/IEC 14496-12, section 4.3) lists an AVIF brand. */
function isAvif(head: Buffer, text: string): boolean {
  if (head.length < 16 || text.slice(4, 8) !== 'ftyp') return false;
  const box = text.slice(8, head.readUInt32BE(0));
  const brands = [box.slice(0, 4), ...(box.slice(8).match(/[\s\S]{4}/g) ?? [])];
  return brands.includes('avif') || brands.includes('avis');
}
