import type { ImageType } from '@docfolio/contracts/entities/image';

export const headLength = 64;

/** Returns the type by a file's first bytes; undefined if it is unsupported, such as SVG. */
export function pictureTypeOf(head: Buffer): ImageType | undefined {
  const text = head.toString('latin1');
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(text)) return 'image/gif';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  return brandsOf(head).some((brand) => brand === 'avif' || brand === 'avis') ? 'image/avif' : undefined;
}

/** Returns the brands that the file type box lists (ISO/IEC 14496-12, section 4.3); none if the file has no such box. */
export function brandsOf(head: Buffer): string[] {
  if (head.length < 16 || head.toString('latin1', 4, 8) !== 'ftyp') return [];
  const box = head.toString('latin1', 8, Math.min(head.readUInt32BE(0), headLength));
  return [box.slice(0, 4), ...(box.slice(8).match(/[\s\S]{4}/g) ?? [])];
}
